package shop.meta;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The name by which people know a part of the shop. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.PACKAGE})
public @interface Label {
    String value();

    String language() default "en";

    int since() default 1;

    Audience audience() default Audience.STAFF;

    Class<?>[] related() default {};

    /** Who gets to read the label. */
    enum Audience { STAFF, CUSTOMER }
}
