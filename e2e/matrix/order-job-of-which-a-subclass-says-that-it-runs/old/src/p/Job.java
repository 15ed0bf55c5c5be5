package p;

class Job extends Base implements Runnable {
}
