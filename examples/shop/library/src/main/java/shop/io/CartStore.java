package shop.io;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import shop.Cart;

/** Keeps the carts of customers who left; everybody who comes back gets a copy of their own. */
public class CartStore {
    private final Map<String, byte[]> carts = new HashMap<>();

    public void save(String customer, Cart cart) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(cart);
        }
        carts.put(customer, bytes.toByteArray());
    }

    public Optional<Cart> load(String customer) throws IOException {
        byte[] bytes = carts.get(customer);
        if (bytes == null) {
            return Optional.empty();
        }
        try (ByteArrayInputStream in = new ByteArrayInputStream(bytes);
                ObjectInputStream objects = new ObjectInputStream(in)) {
            return Optional.of((Cart) objects.readObject());
        } catch (ClassNotFoundException cause) {
            throw new IOException("a cart of another version of the shop", cause);
        }
    }
}
