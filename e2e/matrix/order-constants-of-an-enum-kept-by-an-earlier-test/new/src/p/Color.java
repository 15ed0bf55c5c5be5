package p;

enum Color {
    RED,
    BLUE
}
