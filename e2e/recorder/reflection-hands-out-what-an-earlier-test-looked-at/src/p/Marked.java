package p;

@Pub class Marked { }
class Foo { Bar bar; }
interface Bar { }
class Base implements Face { public void inherited() {} }
interface Face { default Shown shown() { return null; } }
class Shown { }
class Sub extends Base { public java.util.List<Listed> listed() { return null; } }
class Listed { }
class Elsewhere { }
