package p;

class A {
    static int f(String text) {
        String local = text;
        return local.length();
    }
}
