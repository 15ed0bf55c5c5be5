package p;

interface J extends java.util.function.Predicate<String> {
    @Override
    default java.util.function.Predicate<String> negate() {
        return this;
    }
}
