package p;

class A extends java.util.ArrayList<String> {
    @Override
    public java.util.Iterator<String> iterator() {
        return java.util.Collections.emptyIterator();
    }
}
