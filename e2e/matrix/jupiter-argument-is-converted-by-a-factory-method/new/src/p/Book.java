package p;

class Book {
    final String title;

    private Book(String title) {
        this.title = title;
    }

    static Book of(String title) {
        return new Book(title + "!");
    }
}
