package p;

import java.util.List;

class A {
    List<@Tu("x") String> f;
}
