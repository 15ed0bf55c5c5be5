package p;

import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectOutput;

public class D implements Externalizable {
    private static final long serialVersionUID = 1;
    int x = 1;

    @Override
    public void writeExternal(ObjectOutput out) {}

    @Override
    public void readExternal(ObjectInput in) {}
}
