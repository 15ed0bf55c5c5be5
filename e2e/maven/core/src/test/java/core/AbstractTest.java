package core;

/** Has the name of a test, and none in it. */
public abstract class AbstractTest {}
