package p;

class A implements Named {
    @Override
    public int length() {
        return 1;
    }

    @Override
    public char charAt(int i) {
        return 'a';
    }

    @Override
    public CharSequence subSequence(int a, int b) {
        return this;
    }
}
