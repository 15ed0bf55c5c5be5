package p;

import org.junit.rules.TestRule;
import org.junit.runner.Description;
import org.junit.runners.model.Statement;

class Rule1 implements TestRule {
    @Override
    public Statement apply(Statement base, Description description) {
        Flag.v = 1;
        return base;
    }
}
