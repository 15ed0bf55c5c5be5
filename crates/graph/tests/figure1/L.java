/** Stands for a class of the JDK. */
public class L {
    public void harmless() {}

    public Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name);
    }
}
