package p;

class UseTest extends Base {}
