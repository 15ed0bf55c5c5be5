package p; public class Impl implements Rule { private final String mark; public Impl() { mark = "1" + "!"; } public String mark() { return mark; } }
