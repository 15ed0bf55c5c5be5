package p;

public class Inner {
    static int count = Helper.start();
    public static void run() { System.out.println("inner " + count++ + " " + ((Object) new Helper()).getClass().getName()); }
}
class Helper { static int start() { return 7; } }
