package p;

class Globals {
    static Cache cache;
}
