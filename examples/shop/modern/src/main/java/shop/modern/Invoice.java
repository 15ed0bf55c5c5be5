package shop.modern;

import java.util.stream.Collectors;
import shop.Order;

/** A letter that asks for money. */
public class Invoice {
    private static final String TEMPLATE = """
            To %s
               %s, %s

            Order %d
            %s
            Please pay %s \
            within fourteen days.
            """;

    private final Order order;
    private final Customer customer;

    public Invoice(Order order, Customer customer) {
        this.order = order;
        this.customer = customer;
    }

    public String text() {
        record Row(int pieces, String name) {
            String print() {
                return "  " + pieces + " x " + name;
            }
        }

        var rows = order.cart().lines().stream()
                .map(line -> new Row(line.quantity(), line.product().name()))
                .map(Row::print)
                .collect(Collectors.joining("\n"));
        var home = customer.home();
        return TEMPLATE.formatted(
                customer.name(), home.street(), home.town(), order.number(), rows, order.agreed());
    }
}
