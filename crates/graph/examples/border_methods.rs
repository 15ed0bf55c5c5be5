//! Finds the border methods of a JDK: `cargo run --release -p tamis-graph --example border_methods -- JAVA_HOME [FILE]`.
//!
//! Prints how many of the public methods may end in a reflection method, and writes the set to the file.
#![expect(clippy::print_stdout, reason = "the figures are the point")]

use std::path::PathBuf;
use std::time::Instant;
use std::{env, fs};

use tamis_graph::{BorderSearch, ClassEntry, Graph, Methods, Platform};
use tamis_image::{Image, PATH};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = env::args_os().skip(1).map(PathBuf::from);
    let home = words.next().ok_or("expected the folder of a JDK")?;
    let release = fs::read_to_string(home.join("release"))?;
    let build = release.lines().find_map(|line| line.strip_prefix("JAVA_RUNTIME_VERSION="));
    let build = build.ok_or("the file `release` names no build")?.trim_matches('"');
    let start = Instant::now();
    let platform = Platform::of(Image::open(&home.join(PATH))?)?;
    let entries: Vec<ClassEntry<'_>> = platform.entries().collect();
    let graph = Graph::build(&entries, &platform);
    let damages = graph.damages().count();
    let search = BorderSearch::run(&graph, &entries, &platform, Methods::Four, build);
    println!("JDK {build}: {} classes, {damages} of them damaged", platform.len());
    for (what, count) in [
        ("public methods", search.public),
        ("public methods of public types", search.public_of_public_types),
        ("methods", search.every),
    ] {
        println!("{:7} of {:7} {what} may end in a reflection method", count.border, count.all);
    }
    println!("{:7} border methods in the set", search.methods.len());
    println!("found in {:.2} s", start.elapsed().as_secs_f64());
    if let Some(file) = words.next() {
        fs::write(file, search.methods.to_string())?;
    }
    Ok(())
}
