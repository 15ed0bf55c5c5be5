package p;

class G {
    static int v;

    static int set() {
        return v = 1;
    }
}
