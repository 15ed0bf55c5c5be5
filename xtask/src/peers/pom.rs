//! Puts a plugin into the pom of a clone, as its manual says, and the Surefire that it can live with. Both are in a profile,
//! so that nothing that stands in the pom has to be found and changed.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

/// The name of the profile.
pub(super) const PROFILE: &str = "tamis-peers";

/// Ekstazi knows none from 3.0.0-M8 on, and both none from 3.5.0 on.
const SUREFIRE: &str = "<groupId>org.apache.maven.plugins</groupId>\
<artifactId>maven-surefire-plugin</artifactId><version>2.22.2</version>";

/// Adds the profile, once.
pub(super) fn add_plugin(pom: &Path, plugin: &str) -> anyhow::Result<()> {
    let text =
        fs::read_to_string(pom).with_context(|| format!("cannot read `{}`", pom.display()))?;
    if text.contains(PROFILE) {
        return Ok(());
    }
    // Naming one profile would switch these off.
    ensure!(
        !text.contains("activeByDefault"),
        "`{}` has a profile that is on by default",
        pom.display()
    );
    let edited = with_profile(&text, plugin)
        .with_context(|| format!("`{}` has no end that is understood", pom.display()))?;
    fs::write(pom, edited).with_context(|| format!("cannot write `{}`", pom.display()))
}

fn with_profile(text: &str, plugin: &str) -> Option<String> {
    let profile = format!(
        "<profile><id>{PROFILE}</id><build><plugins><plugin>{plugin}</plugin>\
         <plugin>{SUREFIRE}</plugin></plugins></build></profile>"
    );
    let (place, added) = match text.rfind("</profiles>") {
        Some(place) => (place, profile),
        None => (text.rfind("</project>")?, format!("<profiles>{profile}</profiles>")),
    };
    let (before, after) = text.split_at(place);
    Some(format!("{before}{added}{after}"))
}

#[cfg(test)]
mod tests {
    use super::with_profile;

    #[test]
    fn the_profile_comes_to_the_others_or_alone() {
        let edited = with_profile("<project><profiles>a</profiles></project>", "p").unwrap();
        assert!(edited.starts_with("<project><profiles>a<profile>"), "{edited}");
        assert!(edited.ends_with("</profile></profiles></project>"), "{edited}");
        let edited = with_profile("<project>a</project>", "p").unwrap();
        assert!(edited.starts_with("<project>a<profiles><profile>"), "{edited}");
        assert!(edited.contains("<plugin>p</plugin>"), "{edited}");
        assert_eq!(with_profile("", "p"), None);
    }
}
