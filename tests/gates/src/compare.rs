//! The comparison, both ways: nobody unlisted depends, and nobody listed has stopped depending.

use std::fmt;

use crate::graph::{Graph, Use};
use crate::list::Reviewed;

/// A difference between the list and the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PurityFinding {
    /// A package depends on the guarded one and is not listed for it.
    Unlisted {
        /// The package.
        package: String,
        /// In what it builds, or in its tests.
        how: Use,
        /// The packages between, the guarded one last.
        way: Vec<String>,
    },
    /// A listed package does not depend on the guarded one in that way.
    Stale {
        /// The package.
        package: String,
        /// The list it stands in.
        how: Use,
    },
    /// An entry gives no reason.
    NoReason {
        /// The package.
        package: String,
    },
}

/// Every difference, by package.
pub fn compare(graph: &Graph, reviewed: &Reviewed) -> Vec<PurityFinding> {
    let dependents = graph.dependents(&reviewed.guarded);
    let mut findings = Vec::new();
    for (package, (how, way)) in &dependents {
        if !reviewed.of(*how).contains_key(package) {
            findings.push(PurityFinding::Unlisted { package: package.clone(), how: *how, way: way.clone() });
        }
    }
    for how in [Use::Product, Use::Tests] {
        for (package, reason) in reviewed.of(how) {
            if dependents.get(package).is_none_or(|(real, _)| *real != how) {
                findings.push(PurityFinding::Stale { package: package.clone(), how });
            }
            // Three words are the least that can be a reason.
            if reason.split_whitespace().count() < 3 {
                findings.push(PurityFinding::NoReason { package: package.clone() });
            }
        }
    }
    findings
}

impl Reviewed {
    fn of(&self, how: Use) -> &std::collections::BTreeMap<String, String> {
        match how {
            Use::Product => &self.product,
            Use::Tests => &self.tests,
        }
    }
}

impl Use {
    const fn table(self) -> &'static str {
        match self {
            Self::Product => "[workspace.metadata.purity.product]",
            Self::Tests => "[workspace.metadata.purity.tests]",
        }
    }
}

impl fmt::Display for PurityFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unlisted { package, how, way } => {
                let way = way.join("` → `");
                write!(f, "`{package}` depends on the guarded package and is not listed: `{package}` → `{way}`")?;
                write!(f, "\n = help: remove the dependency; if `{package}` must see the world, add")?;
                write!(f, "\n         {package} = \"<why>\"\n         under {} in the root Cargo.toml", how.table())?;
            }
            Self::Stale { package, how } => {
                write!(f, "`{package}` is listed under {} and does not depend so any more", how.table())?;
                write!(f, "\n = help: remove its line from the root Cargo.toml")?;
            }
            Self::NoReason { package } => {
                write!(f, "`{package}` is listed without a reason")?;
                write!(f, "\n = help: say in its line of the root Cargo.toml why it must see the world")?;
            }
        }
        f.write_str("\n = rule: purity (L81)")
    }
}
