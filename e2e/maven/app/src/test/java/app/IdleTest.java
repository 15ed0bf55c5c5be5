package app;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class IdleTest {
    @Test
    void rests() {
        // What is for Maven's machine alone is not handed on.
        String words = String.valueOf(System.getenv("MAVEN_OPTS"));
        assertTrue(!words.contains("agentpath"), words);
    }
}
