//! Allowances: one line each, for one thing in one file, with its reason.

use toml::de::DeTable;

use crate::finding::{LintFinding, SourceLocation};
use crate::rule::Rule;
use crate::source::Unreadable;

/// The lines of `arch-allow.toml`.
#[derive(Debug, Default)]
pub struct Allowances {
    list: Vec<Allowance>,
}

#[derive(Debug)]
struct Allowance {
    path: String,
    rule: String,
    what: String,
    reason: String,
    place: SourceLocation,
}

const FIELDS: [&str; 4] = ["path", "rule", "what", "reason"];

impl Allowances {
    /// Reads `allow = [ { path, rule, what, reason }, … ]`. What is missing in a line is noticed when it is applied.
    pub fn parse(text: &str) -> Result<Self, Unreadable> {
        let unreadable = |why: String| Unreadable { file: crate::ALLOWANCES.to_owned(), why };
        let table = DeTable::parse(text).map_err(|error| unreadable(error.message().to_owned()))?;
        let lines = table.get_ref().get("allow").and_then(|lines| lines.get_ref().as_array());
        let lines = lines.ok_or_else(|| unreadable("there is no list `allow`".to_owned()))?;
        let mut list = Vec::new();
        for line in lines {
            let number = text[..line.span().start].matches('\n').count() + 1;
            let whole = text.lines().nth(number - 1).unwrap_or_default();
            let place = SourceLocation {
                file: crate::ALLOWANCES.to_owned(),
                line: number,
                column: whole.chars().take_while(|character| character.is_whitespace()).count() + 1,
                length: whole.trim().trim_end_matches(',').chars().count(),
                text: whole.to_owned(),
            };
            let field = |name: &str| -> String {
                let value = line.get_ref().as_table().and_then(|table| table.get(name));
                value.and_then(|value| value.get_ref().as_str()).unwrap_or_default().to_owned()
            };
            let [path, rule, what, reason] = FIELDS.map(field);
            list.push(Allowance { path, rule, what, reason, place });
        }
        Ok(Self { list })
    }

    /// What is found and not allowed, then the allowances that are not in order.
    pub fn apply(&self, found: Vec<LintFinding>) -> Vec<LintFinding> {
        let mut is_used = vec![false; self.list.len()];
        let mut left = Vec::new();
        for finding in found {
            match self.list.iter().position(|allowance| allowance.covers(&finding)) {
                Some(index) => is_used[index] = true,
                None => left.push(finding),
            }
        }
        for (allowance, is_used) in self.list.iter().zip(is_used) {
            if let Some(message) = allowance.problem(is_used) {
                let (rule, place) = (Rule::AllowancesAreNeeded, allowance.place.clone());
                left.push(LintFinding { rule, what: allowance.what.clone(), message, place });
            }
        }
        left
    }
}

impl Allowance {
    /// All four must be exact: nothing is allowed for a folder, for a rule as a whole, or by pattern.
    fn covers(&self, finding: &LintFinding) -> bool {
        self.path == finding.place.file && self.rule == finding.rule.name() && self.what == finding.what
    }

    fn problem(&self, is_used: bool) -> Option<String> {
        let Self { path, rule, what, reason, .. } = self;
        if Rule::named(rule).is_none() {
            return Some(format!("there is no rule `{rule}`"));
        }
        // Five words are the least that can be a reason.
        if reason.split_whitespace().count() < 5 {
            return Some(format!("the allowance of `{what}` in {path} does not say why"));
        }
        (!is_used).then(|| format!("nothing in {path} needs `{what}` allowed for {rule}"))
    }
}
