package p;

public class C {
    int a;
    int b;
}
