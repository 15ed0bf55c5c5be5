//! What tidy wants of a Rust file: module docs, none of the forbidden macros and attributes, short
//! functions.
//!
//! Works on tokens and syntax trees, so comments, strings and names that merely look alike are no
//! findings. Functions inside the braces of a macro call are not measured: to the parser they are
//! loose tokens.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use syn::visit::{self, Visit};

use super::sizes::{FUNCTION_LIMIT, Oversize};
use crate::finding::Finding;
use crate::workspace::TextFile;

/// Macros that mark unfinished work.
const UNFINISHED: [&str; 3] = ["todo", "unimplemented", "dbg"];

/// A file begins with `//!` and a word; where `attributes_first` holds, `#![…]` lines may come
/// before.
pub(super) fn check_module_docs(
    file: &TextFile,
    attributes_first: bool,
    findings: &mut Vec<Finding>,
) {
    let first = file.text.lines().find(|line| {
        let skipped = line.trim().is_empty() || line.starts_with("#![");
        !(attributes_first && skipped)
    });
    let docs = first.and_then(|line| line.strip_prefix("//!")).unwrap_or_default();
    if docs.trim().is_empty() {
        findings.push(Finding::new(&file.path, 1, "begin with `//!` and what this file is for"));
    }
}

/// Looks through the code of a file and returns the functions that are longer than the limit.
pub(super) fn check_code(file: &TextFile, findings: &mut Vec<Finding>) -> Vec<Oversize> {
    let (tokens, tree) = match parse(&file.text) {
        Ok(parsed) => parsed,
        Err(error) => {
            let line = error.span().start().line;
            findings.push(Finding::new(&file.path, line, format!("cannot parse: {error}")));
            return Vec::new();
        }
    };
    scan(&file.path, tokens, findings);
    let mut functions = Functions { path: &file.path, oversizes: Vec::new() };
    functions.visit_file(&tree);
    functions.oversizes
}

/// Whether a `lib.rs` switches the ban on impure calls on for its whole crate. A comment about it
/// does not count.
pub(super) fn denies_impurity(lib: &TextFile) -> bool {
    let Ok((_, tree)) = parse(&lib.text) else { return false };
    tree.attrs.iter().any(|attribute| {
        let syn::Meta::List(list) = &attribute.meta else { return false };
        let denies = list.path.is_ident("deny") || list.path.is_ident("forbid");
        let lints: String =
            list.tokens.clone().into_iter().map(|token| token.to_string()).collect();
        denies && lints.split(',').any(|lint| lint == "clippy::disallowed_methods")
    })
}

fn parse(text: &str) -> syn::Result<(TokenStream, syn::File)> {
    let tokens: TokenStream = text.parse()?;
    let tree = syn::parse2(tokens.clone())?;
    Ok((tokens, tree))
}

fn scan(path: &str, tokens: TokenStream, findings: &mut Vec<Finding>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        match (token, tokens.get(index + 1), tokens.get(index + 2)) {
            (TokenTree::Ident(name), Some(TokenTree::Punct(bang)), Some(TokenTree::Group(_)))
                if bang.as_char() == '!' && is_one_of(name, &UNFINISHED) =>
            {
                let message = format!("`{name}!` does not belong in finished code");
                findings.push(Finding::new(path, line(name.span()), message));
            }
            (TokenTree::Punct(hash), Some(TokenTree::Group(attribute)), _)
                if hash.as_char() == '#' && ignores_test(attribute) =>
            {
                let message = "no ignored tests: assert what holds today, or delete the test";
                findings.push(Finding::new(path, line(attribute.span()), message));
            }
            _ => {}
        }
        if let TokenTree::Group(group) = token {
            scan(path, group.stream(), findings);
        }
    }
}

/// Whether the bracketed part of an attribute is `ignore`, `ignore = "…"` or `cfg_attr(…, ignore)`.
fn ignores_test(attribute: &Group) -> bool {
    if attribute.delimiter() != Delimiter::Bracket {
        return false;
    }
    let mut tokens = attribute.stream().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(name)), Some(TokenTree::Group(arguments))) if name == "cfg_attr" => {
            let arguments: Vec<TokenTree> = arguments.stream().into_iter().collect();
            arguments.windows(2).any(|pair| {
                matches!(pair, [TokenTree::Punct(comma), TokenTree::Ident(name)]
                    if comma.as_char() == ',' && name == "ignore")
            })
        }
        (Some(TokenTree::Ident(name)), _) => name == "ignore",
        _ => false,
    }
}

fn is_one_of(name: &Ident, names: &[&str]) -> bool {
    names.iter().any(|candidate| name == candidate)
}

fn line(span: Span) -> usize {
    span.start().line
}

/// Collects functions and methods whose text, from the signature to the closing brace, is over the
/// limit.
struct Functions<'a> {
    path: &'a str,
    oversizes: Vec<Oversize>,
}

impl Functions<'_> {
    fn measure(&mut self, signature: &syn::Signature, body: &syn::Block) {
        let first = line(signature.fn_token.span);
        let last = body.brace_token.span.close().end().line;
        let lines = last + 1 - first;
        if lines > FUNCTION_LIMIT {
            self.oversizes.push(Oversize {
                path: self.path.to_owned(),
                function: Some(signature.ident.to_string()),
                line: first,
                lines,
            });
        }
    }
}

impl<'ast> Visit<'ast> for Functions<'_> {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.measure(&function.sig, &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.measure(&function.sig, &function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(body) = &function.default {
            self.measure(&function.sig, body);
        }
        visit::visit_trait_item_fn(self, function);
    }
}
