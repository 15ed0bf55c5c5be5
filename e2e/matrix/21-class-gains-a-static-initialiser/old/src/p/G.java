package p;

class G {
    static int v;

    static int get() {
        return v;
    }
}
