package app;

/** Has the name of a test, and none in it. */
abstract class AbstractCartTest {}
