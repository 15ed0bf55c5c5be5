package org.gradle.internal.compiler.java;

import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.annotation.processing.Processor;
import javax.tools.JavaCompiler.CompilationTask;

/**
 * Stands for a class of Gradle that no published jar has. It compiles, and says nothing of which source makes which class,
 * so that Gradle compiles everything anew after each change.
 */
public class IncrementalCompileTask implements CompilationTask {
    private final CompilationTask task;

    public IncrementalCompileTask(CompilationTask task, Function<?, ?> relative, Consumer<?> backup, Consumer<?> names,
            BiConsumer<?, ?> open, BiConsumer<?, ?> hidden) {
        this.task = task;
    }

    @Override
    public void addModules(Iterable<String> names) {
        task.addModules(names);
    }

    @Override
    public void setProcessors(Iterable<? extends Processor> processors) {
        task.setProcessors(processors);
    }

    @Override
    public void setLocale(Locale locale) {
        task.setLocale(locale);
    }

    @Override
    public Boolean call() {
        return task.call();
    }
}
