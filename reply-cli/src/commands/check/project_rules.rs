//! The rules that take a whole project, one function each.

use std::collections::{HashMap, HashSet};

use reply_registry::{Code, Finding, Location, Registry, RegistryEntry, Rule, Source, lock_path};

use crate::commands::lock;
use crate::edit::is_filled_in;
use crate::exempt::{ExemptCheck, Exemption, Exemptions};
use crate::generate::StaleFile;
use crate::project::Project;
use crate::source::{Usage, Uses};

/// L09: publishing is a step of its own; it must have been taken before a change is merged.
pub(super) fn lock_is_fresh(project: &Project, registry: &Registry) -> Option<Finding> {
    let name = project.show(&lock_path(&project.registry));
    (!lock::is_fresh(project, registry)).then(|| {
        let message = format!("`{name}` does not list what the registry holds");
        Finding::new(Rule::LockFresh, message, "run `cargo reply lock`, and commit what it writes")
    })
}

/// What `new` fills in is a reminder, not an explanation.
pub(super) fn are_explained(text: &Source, registry: &Registry) -> Vec<Finding> {
    let left = |entry: &&RegistryEntry| {
        let message = entry.message.as_ref().is_some_and(|message| is_filled_in(&message.text));
        message || is_filled_in(&entry.summary) || is_filled_in(&entry.explain)
    };
    let finding = |entry: &RegistryEntry| {
        let message = format!("{} is not explained: it still has what `cargo reply new` filled in", entry.code);
        let help = "say in `message`, `summary` and `explain` what happened and what to do then";
        Finding::new(Rule::CodeExplained, message, help).at(at_code(text, entry, ""))
    };
    registry.active().filter(left).map(finding).collect()
}

/// A code that no tool can answer reaches no client; one that nothing constructs is documented and never given; one that no
/// test asserts can change its behaviour unseen.
pub(super) fn are_used(
    check: ExemptCheck,
    text: &Source,
    registry: &Registry,
    usage: &Usage,
    exemptions: &Exemptions,
) -> Vec<Finding> {
    let needs = ExemptionNeeds::new(registry, usage);
    let exempt: HashSet<&Code> = exemptions.list.iter().filter(|one| one.check == check).map(|one| &one.code).collect();
    let file = exemptions.source.name();
    let unused = registry.active().filter(|entry| needs.lacks(entry, check) && !exempt.contains(&entry.code));
    unused
        .map(|entry| {
            let (rule, what, help, label) = match check {
                ExemptCheck::Declared => (
                    Rule::CodeDeclared,
                    "stands in the `codes!` list of no tool",
                    format!(
                        "add `{}` to the list of the tool that answers it, retire it, or exempt it in {file} with the law that needs it",
                        crate::generate::type_path(entry)
                    ),
                    "no tool answers this",
                ),
                ExemptCheck::Constructed => (
                    Rule::CodeConstructed,
                    "is never constructed outside tests",
                    format!(
                        "give it with `{}`, retire it, or exempt it in {file} with the reason why it stays",
                        crate::generate::rust_path(entry)
                    ),
                    "nothing gives this reply",
                ),
                ExemptCheck::Tested => (
                    Rule::CodeTested,
                    "is asserted by no test",
                    format!(
                        "write a test that expects `{}::CODE`, or exempt it in {file} with a reason",
                        crate::generate::type_path(entry)
                    ),
                    "not tested",
                ),
            };
            let message = format!("{} {what}", entry.code);
            Finding::new(rule, message, help).at(at_code(text, entry, label))
        })
        .collect()
}

/// The list of exemptions only shrinks.
pub(super) fn exemptions_are_needed(registry: &Registry, usage: &Usage, exemptions: &Exemptions) -> Vec<Finding> {
    let needs = ExemptionNeeds::new(registry, usage);
    let finding = |one: &Exemption| {
        let (code, check, why) = (&one.code, one.check.word(), needs.why(one));
        let message = format!("the exemption of {code} from `{check}` is not needed: {why}");
        let place = Location::new(&exemptions.source, &one.at, "not needed");
        Finding::new(Rule::ExemptionNeeded, message, "run `cargo reply check --fix`, which drops it").at(place)
    };
    exemptions.list.iter().filter(|one| !needs.holds(one)).map(finding).collect()
}

/// L84: what is generated says what the registry says.
pub(super) fn generated_files_are_fresh(project: &Project, stale: &[StaleFile]) -> Vec<Finding> {
    let finding = |file: &StaleFile| {
        let message = format!("`{}` is {}", project.show(&file.path), file.state());
        Finding::new(Rule::GeneratedFresh, message, format!("run `{}`, and commit what it writes", file.command))
    };
    stale.iter().map(finding).collect()
}

/// What the exemptions stand against.
pub(super) struct ExemptionNeeds<'r> {
    entries: HashMap<&'r Code, &'r RegistryEntry>,
    usage: &'r Usage,
    played: HashSet<&'r Code>,
}

impl<'r> ExemptionNeeds<'r> {
    pub(super) fn new(registry: &'r Registry, usage: &'r Usage) -> Self {
        let entries = registry.active().map(|entry| (&entry.code, entry)).collect();
        let played = registry.roles.iter().map(|(_, code)| code).collect();
        Self { entries, usage, played }
    }

    pub(super) fn holds(&self, one: &Exemption) -> bool {
        self.entries.get(&one.code).is_some_and(|entry| self.lacks(entry, one.check))
    }

    /// The codes of the wrapper's roles are given and asserted by the wrapper itself (L21).
    fn lacks(&self, entry: &RegistryEntry, check: ExemptCheck) -> bool {
        let has = |uses: &Uses| match check {
            ExemptCheck::Declared => !uses.declared.is_empty(),
            ExemptCheck::Constructed => !uses.constructed.is_empty(),
            ExemptCheck::Tested => !uses.tested.is_empty(),
        };
        !self.played.contains(&entry.code) && !self.usage.get(&entry.code).is_some_and(has)
    }

    fn why(&self, one: &Exemption) -> String {
        if self.entries.contains_key(&one.code) {
            return format!("it is {}", one.check.word());
        }
        "there is no such active code".to_owned()
    }
}

/// The code of an entry, in the file.
fn at_code(text: &Source, entry: &RegistryEntry, label: &str) -> Location {
    let code = entry.code.to_string();
    let start = text.text().get(entry.offset..).and_then(|rest| rest.find(&code)).map_or(0, |at| entry.offset + at);
    Location::new(text, &(start..start + code.len()), label)
}
