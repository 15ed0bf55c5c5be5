class A1 extends L {
    Class<?> whole() throws ClassNotFoundException {
        return load("A4");
    }

    Class<?> assembled(boolean first) throws ClassNotFoundException {
        return load("A" + number(first));
    }

    private String number(boolean first) {
        return first ? "1" : "3";
    }
}
