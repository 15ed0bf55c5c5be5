package p;

public class Part {
    @org.junit.Test public void part() { Data.used(); }
}
class Data { static void used() {} }
