package org.junit.runner;

/** What the runner needs of the class of that name, to be compiled without it. */
public abstract class Description {
    public abstract String getDisplayName();
}
