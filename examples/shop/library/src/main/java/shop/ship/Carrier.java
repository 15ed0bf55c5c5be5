package shop.ship;

import shop.Money;

/** Somebody who takes parcels to customers. Carriers are found as services. */
public interface Carrier<P extends Parcel> {
    String name();

    boolean takes(Parcel parcel);

    Money quote(P parcel);

    /** Days until the parcel is there. */
    default int days() {
        return 3;
    }
}
