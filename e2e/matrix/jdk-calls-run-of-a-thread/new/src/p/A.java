package p;

class A extends Thread {
    @Override
    public void run() {
        Seen.v = 1;
    }
}
