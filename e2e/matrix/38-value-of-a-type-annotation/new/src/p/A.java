package p;

import java.util.List;

class A {
    List<@Tu("y") String> f;
}
