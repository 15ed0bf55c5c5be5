package p;

public interface K {}
