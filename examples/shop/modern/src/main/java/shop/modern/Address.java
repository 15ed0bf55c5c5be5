package shop.modern;

import java.util.Locale;

/** Where a parcel goes. */
public record Address(String street, String town, String country) {
    public Address {
        if (street.isBlank() || town.isBlank()) {
            throw new IllegalArgumentException("an address needs a street and a town");
        }
        country = country.strip().toUpperCase(Locale.ROOT);
    }

    public boolean isIn(String wanted) {
        return country.equalsIgnoreCase(wanted);
    }
}
