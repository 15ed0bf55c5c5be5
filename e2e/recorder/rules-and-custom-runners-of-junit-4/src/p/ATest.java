package p;

import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.ExternalResource;
import org.junit.runner.Description;
import org.junit.runner.RunWith;
import org.junit.runner.Runner;
import org.junit.runner.notification.RunNotifier;

public class ATest {
    @ClassRule public static ExternalResource once = new ExternalResource() { @Override protected void before() { Data.once(); } };
    @Rule public ExternalResource each = new ExternalResource() { @Override protected void before() { Data.each(); } };
    @Test public void t() {}
}
class Data { static void once() {} static void each() {} static void run() {} }
