//! Parameters of the mojos that are done without Maven. What is on the lists here is recorded where it counts, or makes no
//! difference to what tests see; any other one that is set is a doubt.

use std::path::Path;

use super::recipe::{Kind, Parameter, RecipeProject};

/// Of the plugin for resources. Those about values that are put in count for files that are left to Maven.
const RESOURCES: [&str; 10] = [
    "encoding",
    "propertiesEncoding",
    "escapeString",
    "escapeWindowsPaths",
    "nonFilteredFileExtensions",
    "overwrite",
    "project",
    "resources",
    "session",
    "supportMultiLineFiltering",
];

/// Of the plugin that calls javac: they are among its words, or say how it is called.
const COMPILER: [&str; 33] = [
    "annotationProcessorPaths",
    "annotationProcessors",
    "basedir",
    "buildDirectory",
    "classpathElements",
    "compilePath",
    "compileSourceRoots",
    "compilerArgs",
    "compilerArgument",
    "compilerArguments",
    "createMissingPackageInfoClass",
    "debug",
    "debuglevel",
    "enablePreview",
    "encoding",
    "generatedSourcesDirectory",
    "implicit",
    "maxmem",
    "meminitial",
    "mojoExecution",
    "optimize",
    "parameters",
    "proc",
    "release",
    "showCompilationChanges",
    "showDeprecation",
    "showWarnings",
    "source",
    "staleMillis",
    "target",
    "testRelease",
    "testSource",
    "testTarget",
];

/// Of the plugin that runs tests: what it says of itself has them (`Module`), or they are about reports.
const SUREFIRE: [&str; 55] = [
    "additionalClasspathDependencies",
    "additionalClasspathElements",
    "argLine",
    "basedir",
    "childDelegation",
    "classpathDependencyExcludes",
    "classpathDependencyScopeExclude",
    "consoleOutputReporter",
    "debugForkedProcess",
    "dependenciesToScan",
    "disableXmlReport",
    "enableAssertions",
    "encoding",
    "environmentVariables",
    "excludedGroups",
    "excludes",
    "failIfNoSpecifiedTests",
    "failIfNoTests",
    "forkCount",
    "forkMode",
    "forkNode",
    "forkedProcessExitTimeoutInSeconds",
    "groups",
    "includes",
    "junitArtifactName",
    "parallel",
    "pluginArtifactMap",
    "pluginDescriptor",
    "printSummary",
    "project",
    "projectArtifactMap",
    "projectBuildDirectory",
    "promoteUserPropertiesToSystemProperties",
    "redirectTestOutputToFile",
    "reportFormat",
    "reportNameSuffix",
    "reportsDirectory",
    "rerunFailingTestsCount",
    "reuseForks",
    "runOrder",
    "session",
    "shutdown",
    "skipAfterFailureCount",
    "statelessTestsetInfoReporter",
    "statelessTestsetReporter",
    "systemProperties",
    "systemPropertyVariables",
    "tempDir",
    "testClassesDirectory",
    "testNGArtifactName",
    "trimStackTrace",
    "useFile",
    "useManifestOnlyJar",
    "useModulePath",
    "useSystemClassLoader",
];

/// Parameters that are switched off, if they are set to that.
const OFF: [&str; 6] =
    ["failOnWarning", "fork", "includeEmptyDirs", "skip", "skipTests", "testFailureIgnore"];

/// A parameter whose effect is not known, if there is one.
pub(super) fn doubt(project: &RecipeProject) -> Option<String> {
    let is_unknown = |parameter: &&Parameter| !is_known(parameter, project);
    let Parameter { artifact, goal, name, .. } = project.parameters.iter().find(is_unknown)?;
    Some(format!("`{name}` of `{artifact}:{goal}` is set in `{}`", project.artifact))
}

fn is_known(parameter: &Parameter, project: &RecipeProject) -> bool {
    let Parameter { artifact, goal, name, value } = parameter;
    let own: &[&str] = match artifact.as_str() {
        "maven-resources-plugin" => &RESOURCES,
        "maven-compiler-plugin" => &COMPILER,
        "maven-surefire-plugin" => &SUREFIRE,
        // What they do is known whatever they are told, or they are not known at all.
        _ => return true,
    };
    if own.contains(&name.as_str()) || (OFF.contains(&name.as_str()) && value == "false") {
        return true;
    }
    let kind = if goal.starts_with("test") { Kind::Test } else { Kind::Main };
    match name.as_str() {
        "outputDirectory" => Path::new(value) == project.output(kind),
        // How the plugin finds out what to compile; all of it was compiled, or it is not done without Maven.
        "useIncrementalCompilation" | "failOnError" => value == "true" || value == "false",
        "forceJavacCompilerUse" | "moduleVersion" | "testSourceDirectory" | "workingDirectory" => {
            true
        }
        "addDefaultExcludes" | "useBuildFilters" | "useDefaultDelimiters" => value == "true",
        "compilerId" => value == "javac",
        "classesDirectory" => Path::new(value) == project.output(Kind::Main),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Parameter, RecipeProject, doubt};

    #[test]
    fn what_is_on_no_list_is_a_doubt() {
        let doubt = |artifact: &str, goal: &str, name: &str, value: &str| {
            let [artifact, goal, name, value] = [artifact, goal, name, value].map(str::to_owned);
            doubt(&RecipeProject {
                artifact: "a".to_owned(),
                outputs: ["/a/target/classes".into(), "/a/target/test-classes".into()],
                parameters: vec![Parameter { artifact, goal, name, value }],
                ..RecipeProject::default()
            })
        };
        let compiler = |name, value| doubt("maven-compiler-plugin", "testCompile", name, value);
        assert_eq!(compiler("source", "11"), None);
        assert_eq!(compiler("fork", "false"), None);
        assert!(compiler("fork", "true").is_some());
        assert_eq!(
            compiler("testExcludes", "<testExcludes/>").unwrap(),
            "`testExcludes` of `maven-compiler-plugin:testCompile` is set in `a`"
        );
        let resources =
            |value| doubt("maven-resources-plugin", "resources", "outputDirectory", value);
        assert_eq!(resources("/a/target/classes"), None);
        assert!(resources("/a/target/classes/sub").is_some());
        assert!(doubt("maven-surefire-plugin", "test", "excludesFile", "x").is_some());
        assert!(doubt("maven-surefire-plugin", "test", "testFailureIgnore", "true").is_some());
        assert_eq!(doubt("maven-enforcer-plugin", "enforce", "rules", "<rules/>"), None);
    }
}
