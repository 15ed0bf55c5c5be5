/** What a script of Gradle is for the compiler: what it calls without a name before it, it calls on the build. */
abstract class InitScript extends Script {
    @Delegate
    org.gradle.api.invocation.Gradle gradle
}
