package q;

public class Lib {}
