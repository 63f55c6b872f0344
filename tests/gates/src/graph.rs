//! Cargo's dependency graph, as far as the gate needs it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// How a package comes to depend on another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    /// It is built with it: a normal or a build dependency.
    Product,
    /// Only its tests are.
    Tests,
}

/// A package of the workspace and what it leads to.
#[derive(Debug, Default)]
struct Node {
    name: String,
    is_test_package: bool,
    product: BTreeSet<String>,
    tests: BTreeSet<String>,
}

/// The packages that cargo would build, every feature on, for every target.
#[derive(Debug)]
pub struct Graph {
    nodes: BTreeMap<String, Node>,
    members: BTreeSet<String>,
    metadata: Value,
}

impl Graph {
    /// Asks cargo about the workspace in a folder.
    ///
    /// # Panics
    /// When cargo does not answer: without the graph there is nothing to compare.
    pub fn of_workspace(folder: &Path, flags: &[&str]) -> Self {
        let mut cargo = Command::new(env!("CARGO"));
        // No `--filter-platform`: a dependency for Windows counts on Linux too.
        cargo.args(["metadata", "--format-version", "1", "--all-features"]).args(flags).current_dir(folder);
        let output = cargo.output().expect("cargo runs");
        assert!(output.status.success(), "cargo metadata failed:\n{}", String::from_utf8_lossy(&output.stderr));
        let answer: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
        Self::read(&answer)
    }

    fn read(answer: &Value) -> Self {
        let mut nodes: BTreeMap<String, Node> = BTreeMap::new();
        for package in list(&answer["packages"]) {
            let manifest = Path::new(text(&package["manifest_path"]));
            let root = Path::new(text(&answer["workspace_root"]));
            let node = Node {
                name: text(&package["name"]).to_owned(),
                is_test_package: manifest.strip_prefix(root).is_ok_and(|path| path.starts_with("tests")),
                ..Node::default()
            };
            nodes.insert(text(&package["id"]).to_owned(), node);
        }
        for resolved in list(&answer["resolve"]["nodes"]) {
            let Some(node) = nodes.get_mut(text(&resolved["id"])) else { continue };
            for dependency in list(&resolved["deps"]) {
                let to = text(&dependency["pkg"]).to_owned();
                let is_dev = |kind: &Value| kind["kind"] == "dev";
                let kinds: Vec<&Value> = list(&dependency["dep_kinds"]).collect();
                if kinds.iter().any(|kind| is_dev(kind)) {
                    node.tests.insert(to.clone());
                }
                if kinds.iter().any(|kind| !is_dev(kind)) {
                    node.product.insert(to);
                }
            }
        }
        let members = list(&answer["workspace_members"]).map(|id| text(id).to_owned()).collect();
        Self { nodes, members, metadata: answer["metadata"].clone() }
    }

    /// What the root manifest says under `[workspace.metadata]`.
    pub fn metadata(&self) -> &Value {
        &self.metadata
    }

    /// Every member that leads to the guarded package, how, and by which way.
    pub fn dependents(&self, guarded: &str) -> BTreeMap<String, (Use, Vec<String>)> {
        let mut found = BTreeMap::new();
        for id in &self.members {
            let node = &self.nodes[id];
            if node.name == guarded {
                continue;
            }
            let product = self.way(&node.product, guarded);
            let Some(way) = product.clone().or_else(|| self.way(&node.tests, guarded)) else { continue };
            let how = if product.is_some() && !node.is_test_package { Use::Product } else { Use::Tests };
            found.insert(node.name.clone(), (how, way));
        }
        found
    }

    /// The shortest way from any of the first steps, through what is built, to the guarded package.
    fn way(&self, first: &BTreeSet<String>, guarded: &str) -> Option<Vec<String>> {
        let mut ways: Vec<Vec<&String>> = first.iter().map(|id| vec![id]).collect();
        let mut seen: BTreeSet<&String> = first.iter().collect();
        while !ways.is_empty() {
            let last = |way: &Vec<&String>| way.last().map(|id| &self.nodes[*id]);
            if let Some(way) = ways.iter().find(|way| last(way).is_some_and(|node| node.name == guarded)) {
                return Some(way.iter().map(|id| self.nodes[*id].name.clone()).collect());
            }
            let mut longer = Vec::new();
            for way in &ways {
                for next in last(way).into_iter().flat_map(|node| &node.product) {
                    if seen.insert(next) {
                        longer.push(way.iter().copied().chain([next]).collect());
                    }
                }
            }
            ways = longer;
        }
        None
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
