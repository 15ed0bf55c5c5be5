package p;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@java.lang.annotation.Target(java.lang.annotation.ElementType.TYPE_USE)
@Retention(RetentionPolicy.RUNTIME)
@interface An {
    String value();
}
