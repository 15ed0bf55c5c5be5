package p;

class V {
    static String v() {
        return "2";
    }
}
