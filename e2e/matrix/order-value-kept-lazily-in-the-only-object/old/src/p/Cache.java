package p;

class Cache {
    static int get() {
        return Holder.only().number();
    }
}
