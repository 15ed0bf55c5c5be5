package p;

class G {
    static int v;
}
