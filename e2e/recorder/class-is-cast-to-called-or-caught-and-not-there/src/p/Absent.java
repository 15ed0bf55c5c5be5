package p;

class AbsentCast {}
class AbsentInstance {}
class AbsentCaught extends RuntimeException {}
class AbsentCalled { void f() {} }
class AbsentField { int f; }
class AbsentArray {}
class AbsentParameter {}
