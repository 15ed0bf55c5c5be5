package p;

class C extends Box<String> {
    @Override
    String get() {
        return "2";
    }
}
