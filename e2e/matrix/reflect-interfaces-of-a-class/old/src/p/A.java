package p;

class A implements Runnable {
    @Override
    public void run() {}
}
