package p;

class C extends B<String> {
    @Override
    int f(String s) {
        return 2;
    }
}
