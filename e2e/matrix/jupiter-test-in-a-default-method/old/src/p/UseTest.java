package p;

class UseTest implements Checks {}
