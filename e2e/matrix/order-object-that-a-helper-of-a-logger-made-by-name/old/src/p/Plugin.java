package p; public interface Plugin { String mark(); }
