package p;

class A {
    static int f(String text) {
        String loc = text;
        return loc.length();
    }
}
