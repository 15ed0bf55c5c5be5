package p;

class A extends Thread {}
