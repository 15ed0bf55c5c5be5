package q;

public class Rest {}
