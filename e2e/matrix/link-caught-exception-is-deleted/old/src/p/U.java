package p;

class U {
    static int f() {
        try {
            return Integer.parseInt("x");
        } catch (Ex e) {
            return 0;
        } catch (NumberFormatException e) {
            return 1;
        }
    }
}
