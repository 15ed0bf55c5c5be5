package p;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@java.lang.annotation.Inherited
@Retention(RetentionPolicy.RUNTIME)
@interface An {
    String value();
}
