package r;

public class Rest {}
