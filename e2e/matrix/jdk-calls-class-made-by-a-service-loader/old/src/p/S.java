package p;

import java.util.ServiceLoader;

public interface S {
    int f();

    static int sum() {
        int sum = 0;
        for (S s : ServiceLoader.load(S.class)) {
            sum += s.f();
        }
        return sum;
    }
}
