package p;

import org.apache.logging.log4j.LogManager;

class Setup {
    static void install() {
        LogManager.setFactory(new Names(A.f()));
    }
}
