package p;

class Fixed {
    static final int NUMBER = Cache.get();
}
