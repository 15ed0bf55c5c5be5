package p;

public class UseTest extends Base {}
