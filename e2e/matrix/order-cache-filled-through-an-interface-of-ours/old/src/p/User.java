package p;

class User {
    private final Source source;

    User(Source source) {
        this.source = source;
    }

    int use() {
        return source.value();
    }
}
