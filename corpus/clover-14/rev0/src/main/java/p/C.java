package p;

import java.util.ArrayList;
import java.util.List;

public class C {
    List<@NonNull String> f = new ArrayList<>();

    public int f() {
        return f.size();
    }
}
