package p;
class Log { private static org.apache.log4j.Logger log; static org.apache.log4j.Logger log() { if (log == null) { log = org.apache.log4j.Logger.getLogger("p"); } return log; } }
