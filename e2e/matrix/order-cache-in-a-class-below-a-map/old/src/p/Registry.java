package p;

import java.util.HashMap;

class Registry extends HashMap<String, Integer> {
}
