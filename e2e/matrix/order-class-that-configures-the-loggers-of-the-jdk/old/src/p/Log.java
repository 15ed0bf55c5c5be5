package p;
import org.apache.commons.logging.LogFactory;
class Log {
    private static org.apache.commons.logging.Log log;
    static org.apache.commons.logging.Log log() throws Exception { if (log == null) { java.util.logging.LogManager.getLogManager().readConfiguration(Log.class.getResourceAsStream("/logging.properties")); log = LogFactory.getLog("p"); } return log; }
}
