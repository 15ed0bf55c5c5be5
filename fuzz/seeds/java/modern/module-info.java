/** A module with a clause of each kind. */
open module seeds.modern {
    requires transitive java.logging;
    requires static java.sql;
    exports modern to java.logging, java.sql;
    uses java.util.function.Supplier;
    provides java.util.function.Supplier with modern.Shapes.Maker;
}
