package p;

interface Named extends CharSequence {
    @Override
    default java.util.stream.IntStream chars() {
        return java.util.stream.IntStream.empty();
    }
}
