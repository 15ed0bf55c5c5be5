package p;

import java.io.IOException;
import java.io.OutputStream;

public class Out extends OutputStream {
    private final String mark = A.f();
    private boolean isWithin;

    @Override
    public void write(int each) throws IOException {
        if (!isWithin) {
            System.out.print(mark + " ");
        }
        isWithin = each != '\n';
        System.out.write(each);
        System.out.flush();
    }
}
