package z;

public class Agent {
    public static void premain(String words) {
        System.setProperty("p.key", "1");
    }
}
