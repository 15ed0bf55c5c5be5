package p;

public class Main {
    public static void main(String[] arguments) throws Exception {
        System.out.println(Main.class.getModule() + " " + Main.class.getModule().getDescriptor().requires());
        System.out.println(Main.class.getResource("Main.class") != null);
        System.out.println(Other.answer());
    }
}
class Other { static int answer() { return 42; } }
