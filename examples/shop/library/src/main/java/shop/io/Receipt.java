package shop.io;

import java.util.function.Function;
import shop.Cart;
import shop.Money;
import shop.price.TaxTable;

/** Prints a cart the way a till does. */
public class Receipt {
    /** Columns of the paper. */
    public static final int WIDTH = 40;

    private static final String RULE = line('-');

    private final TaxTable taxes;
    private final Function<Object, String> loud = new Function<Object, String>() {
        @Override
        public String apply(Object text) {
            return "** " + text + " **";
        }
    };
    private final Function<Object, String> quiet = new Function<Object, String>() {
        @Override
        public String apply(Object text) {
            return String.valueOf(text);
        }
    };

    public Receipt(TaxTable taxes) {
        this.taxes = taxes;
    }

    public String print(Cart cart, String... notes) {
        class Row {
            private final String left;
            private final Object right;

            Row(String left, Object right) {
                this.left = left;
                this.right = right;
            }

            @Override
            public String toString() {
                StringBuilder row = new StringBuilder(left);
                String end = right.toString();
                while (row.length() + end.length() < WIDTH) {
                    row.append(' ');
                }
                return row.append(end).append('\n').toString();
            }
        }

        StringBuilder paper = new StringBuilder();
        Money tax = Money.ofMinor(0, cart.subtotal().currency());
        for (Cart.Line line : cart.lines()) {
            paper.append(new Row(line.quantity() + " x " + line.product().name(), line.gross()));
            tax = tax.plus(taxes.tax(line.gross(), line.product().category()));
        }
        paper.append(RULE);
        paper.append(new Row("subtotal", cart.subtotal()));
        String rule = cart.rule().describe();
        if (!rule.isEmpty()) {
            paper.append(new Row(rule, cart.total().minus(cart.subtotal())));
        }
        paper.append(new Row("total", loud.apply(cart.total())));
        paper.append(new Row("tax", quiet.apply(tax)));
        for (String note : notes) {
            paper.append(note).append('\n');
        }
        return paper.toString();
    }

    private static String line(char c) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < WIDTH; i++) {
            line.append(c);
        }
        return line + "\n";
    }
}
