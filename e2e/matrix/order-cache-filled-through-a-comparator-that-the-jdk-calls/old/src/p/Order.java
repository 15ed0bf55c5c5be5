package p;

class Order implements java.util.Comparator<Integer> {
    @Override
    public int compare(Integer one, Integer other) {
        return A.f() == 1 ? one - other : other - one;
    }
}
