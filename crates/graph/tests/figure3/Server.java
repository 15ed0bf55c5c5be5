class Server {
    static final Class<?> SESSIONS = sessions();

    private static Class<?> sessions() {
        try {
            return Class.forName("SessionImpl");
        } catch (ClassNotFoundException error) {
            throw new IllegalStateException(error);
        }
    }

    static Session open() throws ReflectiveOperationException {
        return (Session) SESSIONS.getDeclaredConstructor().newInstance();
    }
}

interface Session {
    String user();
}

class SessionImpl implements Session {
    public String user() {
        return "nobody";
    }
}
