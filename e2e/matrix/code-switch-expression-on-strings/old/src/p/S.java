package p;

class S {
    static int f(String s) {
        return switch (s) {
            case "a", "b" -> 1;
            default -> 2;
        };
    }
}
