package p;

class When {
    static boolean now() {
        return false;
    }
}
