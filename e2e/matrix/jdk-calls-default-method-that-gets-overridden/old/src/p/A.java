package p;

class A implements java.util.Iterator<String> {
    int left = 1;

    @Override
    public boolean hasNext() {
        return left > 0;
    }

    @Override
    public String next() {
        left--;
        return "x";
    }
}
