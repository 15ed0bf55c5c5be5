package q;

public class Rest {
    int x = 1;
}
