package org.slf4j.own;

import static org.junit.Assert.*;

import org.junit.Test;

public class ATest {
    @Test
    public void t() throws Exception {
        Cache.get();
    }
}
