package p;

class Real extends Base implements Source {
}
