package p;

import java.beans.PropertyDescriptor;
import java.beans.SimpleBeanInfo;

public class ABeanInfo extends SimpleBeanInfo {
    @Override
    public PropertyDescriptor[] getPropertyDescriptors() {
        return new PropertyDescriptor[0];
    }
}
