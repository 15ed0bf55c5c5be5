package p;

class A implements java.util.RandomAccess {}
