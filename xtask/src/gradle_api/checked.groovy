// Has the compiler resolve each name, as javac does, instead of leaving that to the run.
withConfig(configuration) {
    ast(groovy.transform.TypeChecked)
}
