package p;

public class Main {
    public static void main(String[] arguments) {
        System.out.println("beside another agent");
    }
}
