package p;

public class C {
    record Pair(int left, int right) {
    }

    sealed interface Shape permits Round, Square {
    }

    record Round(int radius) implements Shape {
    }

    record Square(int side) implements Shape {
    }

    public int f() {
        Object pair = new Pair(1, 2);
        String text = """
                two lines
                of text""";
        return pair instanceof Pair p && text.length() > 3 ? p.left() : 0;
    }
}
