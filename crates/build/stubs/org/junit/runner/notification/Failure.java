package org.junit.runner.notification;

import org.junit.runner.Description;

/** What the runner needs of the class of that name, to be compiled without it. */
public abstract class Failure {
    public abstract Description getDescription();

    public abstract Throwable getException();
}
