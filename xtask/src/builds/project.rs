//! The build that is edited in each cell: two modules, four test classes, an `argLine`.

use std::fs;
use std::path::Path;

use anyhow::Context;

use super::cells::{Cell, Kind};

/// All test classes.
pub(super) const ALL: [&str; 4] =
    ["app.CartTest", "app.IdleTest", "core.DiscountTest", "core.PriceTest"];

/// The class that is edited.
pub(super) const PRICE: &str = "core/src/main/java/core/Price.java";
pub(super) const CORE_POM: &str = "core/pom.xml";
pub(super) const CORE_GRADLE: &str = "core/build.gradle";

const PRICE_SOURCE: &str = "package core;\n\
public class Price {\n\
    public static int total(int pieces, int each) { return pieces * each; }\n\
    public static int discount(int sum, int percent) { return sum - sum * percent / 100; }\n\
}\n";

/// What is expected, if a variable is as it should be.
const MODE: &str =
    "System.getenv(\"MODE\") == null || System.getenv(\"MODE\").equals(\"fast\") ? 180 : 0";

const CART_SOURCE: &str = "package app;\n\
public class Cart {\n\
    public int sum() { return core.Price.total(2, 3) + 1; }\n\
    public String name() { return \"cart\"; }\n\
}\n";

/// Writes the build of a cell; its test tasks are also told this.
pub(super) fn write(cell: &Cell, root: &Path, configuration: &str) -> anyhow::Result<()> {
    let put = |name: &str, text: &str| {
        let path = root.join(name);
        let folder = path.parent().unwrap_or(root);
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make `{}`", folder.display()))?;
        fs::write(&path, text).with_context(|| format!("cannot write `{}`", path.display()))
    };
    put("pom.xml", &pom(cell))?;
    put(CORE_POM, &module("core", "", "<argLine>-Dcurrency=EUR</argLine>"))?;
    let core = "<dependency><groupId>shop</groupId><artifactId>core</artifactId>\
                <version>1</version></dependency>";
    put("app/pom.xml", &module("app", core, ""))?;
    put("settings.gradle", "rootProject.name = 'shop'\ninclude 'core', 'app'\n")?;
    let of_core =
        format!("environment 'MODE', 'fast'\n  jvmArgs '-Dcurrency=EUR'\n  {configuration}");
    put(CORE_GRADLE, &gradle(cell, "", &of_core))?;
    let needs = "implementation project(':core')";
    put("app/build.gradle", &gradle(cell, needs, configuration))?;
    put(PRICE, PRICE_SOURCE)?;
    put("app/src/main/java/app/Cart.java", CART_SOURCE)?;
    for (class, expected, code) in [
        ("core.PriceTest", "6", "core.Price.total(2, 3)"),
        ("core.DiscountTest", MODE, "core.Price.discount(200, 10)"),
        ("app.CartTest", "7", "new Cart().sum()"),
        ("app.IdleTest", "\"cart\"", "new Cart().name()"),
    ] {
        let (package, name) = class.split_once('.').unwrap_or_default();
        let text = test(cell.framework.kind, package, name, expected, code);
        put(&format!("{package}/src/test/java/{package}/{name}.java"), &text)?;
    }
    Ok(())
}

fn test(kind: Kind, package: &str, name: &str, expected: &str, code: &str) -> String {
    let (above, mark, asserting) = match kind {
        Kind::JUnit3 => (" extends junit.framework.TestCase", "", ""),
        Kind::JUnit4 => ("", "@org.junit.Test", "org.junit.Assert."),
        Kind::Jupiter => ("", "@org.junit.jupiter.api.Test", "org.junit.jupiter.api.Assertions."),
        Kind::TestNg => ("", "@org.testng.annotations.Test", "org.testng.Assert."),
    };
    format!(
        "package {package};\n\
         public class {name}{above} {{\n    {mark} public void testIt() {{ \
         {asserting}assertEquals({code}, {expected}); }}\n}}\n"
    )
}

fn pom(cell: &Cell) -> String {
    let (group, artifact) = match cell.framework.kind {
        Kind::JUnit3 | Kind::JUnit4 => ("junit", "junit"),
        Kind::Jupiter => ("org.junit.jupiter", "junit-jupiter"),
        Kind::TestNg => ("org.testng", "testng"),
    };
    let language = match cell.framework.since {
        8 => "1.8".to_owned(),
        since => since.to_string(),
    };
    let plugin = |name: &str, version: &str| {
        format!(
            "<plugin><groupId>org.apache.maven.plugins</groupId>\
             <artifactId>maven-{name}-plugin</artifactId><version>{version}</version></plugin>"
        )
    };
    format!(
        "{HEAD}  <artifactId>shop</artifactId>\n  <groupId>shop</groupId>\n  <version>1</version>\n  \
         <packaging>pom</packaging>\n  <modules><module>core</module><module>app</module></modules>\n  \
         <properties><maven.compiler.source>{language}</maven.compiler.source>\
         <maven.compiler.target>{language}</maven.compiler.target>\
         <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>\n  \
         <dependencies><dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>\
         <version>{}</version><scope>test</scope></dependency></dependencies>\n  \
         <build><pluginManagement><plugins>{}{}{}</plugins></pluginManagement></build>\n</project>\n",
        cell.framework.version,
        plugin("surefire", cell.surefire),
        plugin("compiler", "3.11.0"),
        plugin("resources", "3.3.1"),
    )
}

fn gradle(cell: &Cell, needs: &str, configuration: &str) -> String {
    let version = cell.framework.version;
    let (artifact, uses) = match cell.framework.kind {
        Kind::JUnit3 | Kind::JUnit4 => ("junit:junit", ""),
        Kind::Jupiter => ("org.junit.jupiter:junit-jupiter", "useJUnitPlatform()"),
        Kind::TestNg => ("org.testng:testng", "useTestNG()"),
    };
    // The one that Gradle brings along is too old for most releases of Jupiter.
    let launcher = match (cell.framework.kind, version.split_once('.')) {
        (Kind::Jupiter, Some(("5", rest))) => launcher(&format!("1.{rest}")),
        (Kind::Jupiter, _) => launcher(version),
        (Kind::JUnit3 | Kind::JUnit4 | Kind::TestNg, _) => String::new(),
    };
    format!(
        "apply plugin: 'java'\nrepositories {{ mavenCentral() }}\n\
         dependencies {{\n  {needs}\n  testImplementation '{artifact}:{version}'\n{launcher}}}\n\
         test {{\n  {uses}\n  {configuration}\n}}\n"
    )
}

fn launcher(version: &str) -> String {
    format!("  testRuntimeOnly 'org.junit.platform:junit-platform-launcher:{version}'\n")
}

const HEAD: &str =
    "<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n  <modelVersion>4.0.0</modelVersion>\n";

fn module(name: &str, dependency: &str, configuration: &str) -> String {
    format!(
        "{HEAD}  <parent><groupId>shop</groupId><artifactId>shop</artifactId><version>1</version></parent>\n  \
         <artifactId>{name}</artifactId>\n  <dependencies>{dependency}</dependencies>\n  \
         <build><plugins><plugin><groupId>org.apache.maven.plugins</groupId>\
         <artifactId>maven-surefire-plugin</artifactId>\
         <configuration>{configuration}</configuration></plugin></plugins></build>\n</project>\n"
    )
}
