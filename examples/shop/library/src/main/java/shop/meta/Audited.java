package shop.meta;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A method whose calls the accountant wants to see; for tools only, gone at run time. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Audited {
    String[] tags() default {"money"};

    double sample() default 1.0;
}
