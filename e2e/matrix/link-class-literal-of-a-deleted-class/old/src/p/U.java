package p;

class U {
    static String f() {
        return A.class.getName();
    }
}
