package p; public interface Rule { String mark(); }
