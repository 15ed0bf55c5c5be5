package p;

import java.util.ArrayList;
import java.util.List;

public class Main {
    static Object keep;
    public static void main(String[] arguments) {
        List<byte[]> list = new ArrayList<>();
        keep = list;
        boolean isFull = false;
        try { while (true) list.add(new byte[1 << 16]); } catch (OutOfMemoryError error) { list.clear(); isFull = true; }
        System.out.println("full " + isFull + " " + Later.value());
    }
}
class Later { static int value() { return 5; } }
