package q;

public class C {}
