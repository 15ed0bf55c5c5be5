package p;

class Scan {
    static int count() throws Exception {
        java.io.File folder = new java.io.File(Scan.class.getResource("/p").toURI());
        int count = 0;
        for (String name : folder.list()) {
            Class<?> type = Class.forName("p." + name.replace(".class", ""));
            count += type.isAnnotationPresent(An.class) ? 1 : 0;
        }
        return count;
    }
}
