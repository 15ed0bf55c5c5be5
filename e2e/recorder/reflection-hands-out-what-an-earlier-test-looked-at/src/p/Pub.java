package p;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.RUNTIME)
public @interface Pub {
    int x() default 5;
    Class<?> type() default Named.class;
    Shade[] shades() default { Shade.DARK };
}
class Named { }
enum Shade { DARK, LIGHT }
