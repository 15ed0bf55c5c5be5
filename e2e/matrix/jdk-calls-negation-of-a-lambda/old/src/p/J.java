package p;

interface J extends java.util.function.Predicate<String> {}
