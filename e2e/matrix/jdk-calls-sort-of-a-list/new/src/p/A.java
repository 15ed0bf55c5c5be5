package p;

class A extends java.util.ArrayList<String> {
    @Override
    public void sort(java.util.Comparator<? super String> comparator) {

    }
}
