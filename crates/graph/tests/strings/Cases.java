/** Each method asks for classes in another way; the tests say which. */
class Cases {
    static final String CONSTANT = "p.Constant";
    static final String COMPUTED = "p." + Cases.class.getName();
    static String variable = "p.Variable";
    static final ClassLoader LOADER = Cases.class.getClassLoader();

    static void literal() throws Exception {
        Class.forName("p.Literal");
    }

    static void either(boolean first) throws Exception {
        Class.forName(first ? "p.First" : "p.Second", true, LOADER);
    }

    static void joined(String middle) throws Exception {
        LOADER.loadClass("p." + Integer.toHexString(middle.length()) + ".Impl");
    }

    static void numbered() throws Exception {
        char letter = 'X';
        Class.forName("p.C" + 7 + letter + true);
    }

    static void built(boolean more) throws Exception {
        StringBuilder name = new StringBuilder("p.");
        name.append("Built");
        if (more) {
            name.append("More");
        }
        Class.forName(name.toString());
    }

    static void looped(int times) throws Exception {
        StringBuilder name = new StringBuilder("p.Looped");
        for (int i = 0; i < times; i++) {
            name.append('x');
        }
        Class.forName(name.toString());
    }

    static void escaped() throws Exception {
        StringBuilder name = new StringBuilder("p.Escaped");
        fill(name);
        Class.forName(name.toString());
    }

    private static void fill(StringBuilder name) {
        name.append(System.nanoTime());
    }

    static void constant() throws Exception {
        Class.forName(CONSTANT);
    }

    static void computed() throws Exception {
        Class.forName(COMPUTED);
    }

    static void variable() throws Exception {
        Class.forName(variable);
    }

    static void classLiteral() throws Exception {
        Class.forName(Cases.class.getName() + "$Inner");
    }

    static void slashes() throws Exception {
        LOADER.loadClass("p/q/Slashed".replace('/', '.'));
    }

    static void concatenated() throws Exception {
        Class.forName("p.".concat("Concatenated").intern());
    }

    static void fallback(String name) throws Exception {
        try {
            Class.forName(name);
        } catch (ClassNotFoundException error) {
            LOADER.loadClass(name);
        }
    }

    static void fallbackCaller() throws Exception {
        fallback("p.Fallback");
    }

    static void recursive(String name, int times) throws Exception {
        if (times == 0) {
            Class.forName(name);
        } else {
            recursive(name, times - 1);
        }
    }

    static void growing(String name) throws Exception {
        Class.forName(name);
        growing(name + "x");
    }

    static void callers() throws Exception {
        recursive("p.Recursive", 3);
        growing("p.Growing");
    }

    static String suffix(String kind) {
        return "p." + kind + "Impl";
    }

    static void returned() throws Exception {
        Class.forName(suffix("List"));
        Class.forName(suffix("Map"));
    }

    static void nobody(String name) throws Exception {
        Class.forName(name);
    }

    interface Loading {
        Class<?> load(String name) throws Exception;
    }

    static Loading reference() {
        return Class::forName;
    }

    static Class<?> referred(String name) throws Exception {
        return Class.forName(name);
    }

    static Loading referredTo() throws Exception {
        referred("p.Referred");
        return Cases::referred;
    }

    static void aliased(boolean first) throws Exception {
        StringBuilder one = new StringBuilder("p.One");
        StringBuilder two = new StringBuilder("p.Two");
        StringBuilder either = first ? one : two;
        either.append("More");
        Class.forName(one.toString());
    }

    static void array() throws Exception {
        Class.forName("[Lp.Element;");
    }

    abstract static class Own extends ClassLoader {
        void define(byte[] bytes) {
            defineClass("p.Defined", bytes, 0, bytes.length);
        }

        void system() throws Exception {
            findSystemClass("p.System");
        }
    }

    static void own(Own own) throws Exception {
        own.loadClass("p.Own");
    }

    interface Namer {
        String name();
    }

    static void virtual(Namer namer) throws Exception {
        Class.forName(namer.name());
    }
}

class One implements Cases.Namer {
    public String name() {
        return "p.One";
    }
}

class Two implements Cases.Namer {
    public String name() {
        return "p.Two";
    }
}

class Elsewhere {
    private Elsewhere() {}

    /** Named as a reflection method, and none. */
    static Class<?> forName(String name) {
        return null;
    }

    static void harmless() {
        forName("p.Harmless");
    }
}
