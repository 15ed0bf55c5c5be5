package p;

import org.apache.logging.log4j.ThreadContext;

class Login {
    static void login() {
        ThreadContext.put("user", String.valueOf(A.f()));
    }

    static void ensure() {
        if (ThreadContext.get("user") == null) {
            login();
        }
    }

    static String user() {
        return ThreadContext.get("user");
    }
}
