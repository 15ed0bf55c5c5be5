package p;

public class UseTest extends q.Base {}
