package p;

class A {
    final int x = Integer.valueOf(0);
}
