package p;

class A extends java.util.ArrayList<String> {
    @Override
    public boolean isEmpty() {
        return false;
    }
}
