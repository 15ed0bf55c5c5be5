package p;

public class D2 {
}
