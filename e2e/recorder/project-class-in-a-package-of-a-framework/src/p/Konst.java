package p;

public class Konst { public static int x = 3; }
