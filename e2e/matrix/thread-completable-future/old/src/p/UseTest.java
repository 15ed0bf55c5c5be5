package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals(2, (int) java.util.concurrent.CompletableFuture.supplyAsync(A::f).thenApply(x -> x * 2).get());
    }
}
