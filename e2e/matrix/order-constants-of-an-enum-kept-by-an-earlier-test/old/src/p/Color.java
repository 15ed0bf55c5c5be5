package p;

enum Color {
    RED
}
