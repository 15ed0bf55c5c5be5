package p;
class Log {
    private static org.slf4j.Logger log;
    static org.slf4j.Logger log() { if (log == null) { log = org.slf4j.LoggerFactory.getLogger("p"); } return log; }
}
