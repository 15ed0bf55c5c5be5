package p; public class Impl { public static String mark() { return "1" + "!"; } }
