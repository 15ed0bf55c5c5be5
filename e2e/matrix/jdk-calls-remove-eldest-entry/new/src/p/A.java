package p;

class A extends java.util.LinkedHashMap<String, String> {
    @Override
    protected boolean removeEldestEntry(java.util.Map.Entry<String, String> e) {
        return true;
    }
}
