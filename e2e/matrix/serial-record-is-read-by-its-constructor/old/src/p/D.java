package p;

import java.io.Serializable;

record D(int x) implements Serializable {}
