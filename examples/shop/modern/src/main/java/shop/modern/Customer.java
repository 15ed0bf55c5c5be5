package shop.modern;

import java.util.List;
import java.util.Optional;
import shop.meta.Label;
import shop.meta.NonBlank;

/** Somebody who buys, and the ways to reach them. */
@Label("customer")
public record Customer(@NonBlank String name, Address home, List<Contact> contacts) {
    public Customer(String name, Address home) {
        this(name, home, List.of());
    }

    /** One way to reach a customer. */
    public record Contact(Kind kind, String value) {
        enum Kind { MAIL, PHONE }

        static Contact mail(String value) {
            return new Contact(Kind.MAIL, value);
        }

        static Contact phone(String value) {
            return new Contact(Kind.PHONE, value);
        }
    }

    public Optional<String> mail() {
        return contacts.stream()
                .filter(contact -> contact.kind() == Contact.Kind.MAIL)
                .map(Contact::value)
                .findFirst();
    }

    public static Customer reachedBy(String name, Address home, String mail, String phone) {
        return new Customer(name, home, List.of(Contact.mail(mail), Contact.phone(phone)));
    }
}
