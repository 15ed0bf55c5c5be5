package p;

import java.util.function.IntSupplier;

public class Full implements IntSupplier {
    @Override
    public int getAsInt() {
        return 3;
    }
}
