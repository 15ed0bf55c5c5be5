package org.junit.runner.notification;

import org.junit.runner.Description;

/** What the runner needs of the class of that name, to be compiled without it. */
public class RunListener {
    public void testStarted(Description test) throws Exception {}

    public void testFinished(Description test) throws Exception {}

    public void testFailure(Failure failure) throws Exception {}

    public void testAssumptionFailure(Failure failure) {}

    public void testIgnored(Description test) throws Exception {}
}
