package p;

import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.function.Supplier;

public class Main {
    public static void main(String[] arguments) throws Exception {
        Supplier<String> lambda = () -> "lambda";
        System.out.println(lambda.get() + lambda.getClass().isHidden());
        byte[] bytes = Main.class.getResourceAsStream("Hidden.class").readAllBytes();
        Class<?> hidden = MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
        System.out.println(hidden.isHidden() + " " + hidden.getDeclaredConstructor().newInstance());
        Runnable proxy = (Runnable) java.lang.reflect.Proxy.newProxyInstance(Main.class.getClassLoader(), new Class<?>[] {Runnable.class}, (self, method, values) -> null);
        proxy.run();
        System.out.println(Arrays.stream(new int[] {3, 1, 2}).sorted().boxed().toList());
        record Point(int x, int y) {}
        System.out.println(new Point(1, 2));
    }
}
