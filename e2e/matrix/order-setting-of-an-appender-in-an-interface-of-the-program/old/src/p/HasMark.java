package p; public interface HasMark { void mark(String mark); default void setMark(String mark) { mark(mark); } }
