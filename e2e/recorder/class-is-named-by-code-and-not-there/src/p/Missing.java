package p;

class Missing { static boolean yes() { return true; } }
