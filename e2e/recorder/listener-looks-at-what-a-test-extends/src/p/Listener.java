package p;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

public class Listener implements LauncherSessionListener {
    @Override public void launcherSessionOpened(LauncherSession session) {
        try {
            System.setProperty("p.count", "" + Class.forName("p.Shared").getDeclaredMethods().length);
        } catch (ClassNotFoundException error) {
            throw new IllegalStateException(error);
        }
    }
}
class Shared { void one() {} }
