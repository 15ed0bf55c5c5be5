//! The neighbourhood of a type as a page: columns by distance, those that use it on the left. No script from elsewhere, no
//! font, no image: the file can be sent around.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::{Picture, PictureNode};
use crate::words::{plural, printable};

const WIDTH: usize = 300;
const HEIGHT: usize = 26;
const GAP: usize = 120;

const STYLE: &str = "body{font:14px sans-serif;margin:1em}rect{fill:#eef3fa;stroke:#446}\
.library rect{fill:#f2f2f2;stroke:#999}.absent rect,.any rect{fill:#fff;stroke-dasharray:4}\
.middle rect{fill:#ffe9a8}text{font:12px monospace}path{fill:none;stroke:#99a}\
path.inherit{stroke:#2a7}path.reflection{stroke:#c63;stroke-dasharray:5}path.on{stroke:#000;stroke-width:2}\
g:hover rect{stroke-width:2}";

/// Shows which edges belong to the type below the pointer.
const SCRIPT: &str = "for(const g of document.querySelectorAll('g[data-n]')){const s=on=>{for(const p of \
document.querySelectorAll('path'))if(p.dataset.f===g.dataset.n||p.dataset.t===g.dataset.n)p.classList.toggle('on',on)};\
g.addEventListener('mouseenter',()=>s(true));g.addEventListener('mouseleave',()=>s(false))}";

pub(super) fn page(picture: &Picture, title: &str) -> String {
    let places = places(&picture.nodes);
    let (columns, rows) = places.iter().fold((0, 0), |(columns, rows), (column, row)| {
        (columns.max(*column + 1), rows.max(*row + 1))
    });
    let (width, height) = (columns * (WIDTH + GAP), rows * (HEIGHT + 10) + 10);
    let mut drawing = String::new();
    for edge in &picture.edges {
        let (Some(from), Some(to)) = (places.get(edge.from), places.get(edge.to)) else { continue };
        drawing.push_str(&format!(
            "<path class=\"{}\" data-f=\"{}\" data-t=\"{}\" d=\"{}\"/>\n",
            edge.kind,
            edge.from,
            edge.to,
            curve(*from, *to)
        ));
    }
    for (number, (node, (column, row))) in picture.nodes.iter().zip(&places).enumerate() {
        let (x, y) = (column * (WIDTH + GAP), row * (HEIGHT + 10) + 5);
        let middle = if node.distance == 0 { " middle" } else { "" };
        let (name, short) = (escaped(&node.name), escaped(&shortened(&node.name)));
        drawing.push_str(&format!(
            "<g class=\"{}{middle}\" data-n=\"{number}\"><title>{name}</title><rect x=\"{x}\" y=\"{y}\" \
             width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"4\"/><text x=\"{}\" y=\"{}\">{short}</text></g>\n",
            node.part,
            x + 8,
            y + 17
        ));
    }
    let title = escaped(title);
    let counts = format!(
        "{}, {}. Left: who uses it; right: what it uses. Green: inherits; orange: by reflection; dashed box: not there.",
        plural(picture.nodes.len(), "class", "classes"),
        plural(picture.edges.len(), "edge", "edges")
    );
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title><style>{STYLE}</style></head>\n\
         <body><h1>{title}</h1><p>{counts}</p>\n<svg width=\"{width}\" height=\"{height}\">\n{drawing}</svg>\n\
         <script>{SCRIPT}</script></body></html>\n"
    )
}

/// From the side of one box that faces another to the side of that one; on the right of both if they are in one column.
fn curve(from: (usize, usize), to: (usize, usize)) -> String {
    const BEND: usize = GAP / 2;
    let (left, right) = (|column| column * (WIDTH + GAP), |column| column * (WIDTH + GAP) + WIDTH);
    let (x1, x2, bend1, bend2) = match from.0.cmp(&to.0) {
        Ordering::Less => (right(from.0), left(to.0), right(from.0) + BEND, left(to.0) - BEND),
        Ordering::Equal => (right(from.0), right(to.0), right(from.0) + BEND, right(to.0) + BEND),
        Ordering::Greater => (left(from.0), right(to.0), left(from.0) - BEND, right(to.0) + BEND),
    };
    let (y1, y2) = (middle(from.1), middle(to.1));
    format!("M{x1} {y1}C{bend1} {y1} {bend2} {y2} {x2} {y2}")
}

fn middle(row: usize) -> usize {
    row * (HEIGHT + 10) + 5 + HEIGHT / 2
}

/// Column and row of each node.
fn places(nodes: &[PictureNode]) -> Vec<(usize, usize)> {
    let mut columns: BTreeMap<i32, usize> = nodes.iter().map(|node| (node.distance, 0)).collect();
    columns.values_mut().enumerate().for_each(|(number, column)| *column = number);
    let mut rows: BTreeMap<i32, usize> = BTreeMap::new();
    let place = |node: &PictureNode| {
        let row = rows.entry(node.distance).or_default();
        *row += 1;
        (columns.get(&node.distance).copied().unwrap_or_default(), *row - 1)
    };
    nodes.iter().map(place).collect()
}

/// The end of a long name, which says most.
fn shortened(name: &str) -> String {
    const MOST: usize = 38;
    let length = name.chars().count();
    if length <= MOST {
        return name.to_owned();
    }
    let end: String = name.chars().skip(length - MOST + 1).collect();
    format!("…{end}")
}

fn escaped(text: &str) -> String {
    let text = printable(text);
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    #[test]
    fn edges_do_not_run_behind_boxes() {
        assert_eq!(super::curve((0, 0), (1, 0)), "M300 18C360 18 360 18 420 18");
        assert_eq!(super::curve((0, 0), (0, 1)), "M300 18C360 18 360 54 300 54");
        assert_eq!(super::curve((1, 0), (0, 1)), "M420 18C360 18 360 54 300 54");
    }
}
