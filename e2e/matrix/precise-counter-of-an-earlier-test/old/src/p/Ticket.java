package p;

import java.util.function.IntSupplier;

public class Ticket {
    private static int last;

    public final int number;
    public final int price;

    public Ticket(IntSupplier rule) {
        number = ++last;
        price = rule.getAsInt();
    }
}
