package p;

interface M {
    int Y = K.X + 1;
}
