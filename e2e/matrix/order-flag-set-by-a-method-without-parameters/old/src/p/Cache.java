package p;

class Cache {
    private static boolean isOn;
    private static boolean isChecked;

    static boolean get() {
        if (!isChecked()) {
            if (A.f() == 1) {
                turnOn();
            }
            setChecked();
        }
        return isOn();
    }

    private static boolean isOn() {
        return isOn;
    }

    private static boolean isChecked() {
        return isChecked;
    }

    private static void turnOn() {
        isOn = true;
    }

    private static void setChecked() {
        isChecked = true;
    }
}
