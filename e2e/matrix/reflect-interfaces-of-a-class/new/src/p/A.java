package p;

class A implements Runnable, Cloneable {
    @Override
    public void run() {}
}
