package p;

class C {
    int f;

    {
        f = 11;
    }
}
