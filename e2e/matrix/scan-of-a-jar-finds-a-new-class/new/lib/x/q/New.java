package q;

public class New {}
