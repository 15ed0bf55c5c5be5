package p;

@An("y")
class Bean {}
