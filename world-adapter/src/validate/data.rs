//! Reply data of a deep check.

use std::collections::BTreeMap;

use reply_kit::{Address, Argument, ReplyData, Text, Verbatim};

use crate::read::page::Page;
use crate::resolve::identity::below;
use crate::validate::baseline::BaselineDiff;
use crate::validate::report::ValidatorFinding;

/// The most findings that are listed per file.
const MAX_OF_FILE: usize = 50;
/// The most bytes of one answer, so that it fits a model's context.
const MAX_BYTES: usize = 100_000;

/// How the findings of a run relate to the baseline, the run that later runs of the mod are compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Argument)]
pub enum BaselineUse {
    /// All findings are listed, each with whether it is new. The first run becomes the baseline.
    #[default]
    Compare,
    /// Only new findings are listed.
    New,
    /// This run becomes the baseline.
    Set,
}

/// What the validator found.
#[derive(Debug, ReplyData)]
pub struct DeepCheckData {
    /// The file, folder or mod.
    pub(crate) target: Address,
    /// The mod that was validated, on top of the game and the mods before it in the load order.
    pub(crate) mod_name: Text,
    /// How many findings there are at the target and below.
    pub(crate) findings_total: usize,
    /// How many of them the baseline does not have.
    pub(crate) new_total: usize,
    /// How many findings of the baseline are gone, in the whole mod.
    pub(crate) gone_total: usize,
    /// Whether this run has become the baseline.
    pub(crate) baseline_set: bool,
    /// How many findings are only about files outside the visible world.
    pub(crate) outside_total: usize,
    /// The files with findings.
    pub(crate) files: Vec<DeepFile>,
    /// Whether files were left out.
    pub(crate) truncated: bool,
    /// Where to continue, if some were.
    pub(crate) after: Option<Address>,
}

/// The findings of one file.
#[derive(Debug, ReplyData)]
pub struct DeepFile {
    /// The file.
    pub(crate) target: Address,
    /// What was found.
    pub(crate) findings: Vec<DeepFinding>,
    /// How many more it has.
    pub(crate) more: usize,
}

/// One finding.
#[derive(Debug, ReplyData)]
pub struct DeepFinding {
    /// Its severity: fatal, error, warning, untidy or tips.
    pub(crate) severity: Text,
    /// How sure the validator is: weak, reasonable or strong.
    pub(crate) confidence: Text,
    /// The kind of finding.
    pub(crate) key: Text,
    /// What is wrong.
    pub(crate) problem: Text,
    /// More about it.
    pub(crate) info: Option<Text>,
    /// Whether the baseline does not have it.
    pub(crate) is_new: bool,
    /// Where, the most important place first.
    pub(crate) places: Vec<DeepPlace>,
}

/// A place that a finding is about.
#[derive(Debug, ReplyData)]
pub struct DeepPlace {
    /// The file.
    pub(crate) target: Address,
    /// The line.
    pub(crate) line: Option<u32>,
    /// The column.
    pub(crate) column: Option<u32>,
    /// The line as it stands in the file.
    pub(crate) content: Option<Verbatim>,
    /// What this place contributes to the finding.
    pub(crate) note: Option<Text>,
}

impl DeepCheckData {
    /// Sorts findings by file, then by line. Files up to the page's `after` were in an earlier answer.
    pub(crate) fn of(
        scope: &Address,
        mod_name: &str,
        (findings, fresh): (Vec<ValidatorFinding>, BaselineDiff),
        (outside_total, page, baseline): (usize, &Page, BaselineUse),
    ) -> Self {
        let mut data = Self {
            target: scope.clone(),
            mod_name: Text::echo(mod_name),
            findings_total: 0,
            new_total: 0,
            gone_total: fresh.gone,
            baseline_set: fresh.is_set,
            outside_total,
            files: Vec::new(),
            truncated: false,
            after: None,
        };
        let mut by_file: BTreeMap<Address, Vec<ValidatorFinding>> = BTreeMap::new();
        for (mut finding, is_new) in findings.into_iter().zip(fresh.is_new) {
            let place = finding.data.places.first().filter(|place| lies_in(&place.target, scope));
            let Some(target) = place.map(|place| place.target.clone()) else { continue };
            data.findings_total += 1;
            data.new_total += usize::from(is_new);
            if is_new || baseline != BaselineUse::New {
                finding.data.is_new = is_new;
                by_file.entry(target).or_default().push(finding);
            }
        }
        let after = page.after.as_deref().unwrap_or_default().to_owned();
        let mut bytes = 0;
        for (target, mut findings) in by_file {
            if target.as_str() <= after.as_str() {
                continue;
            }
            findings.sort_by(|one, other| one.order().cmp(&other.order()));
            let more = findings.len().saturating_sub(MAX_OF_FILE);
            findings.truncate(MAX_OF_FILE);
            bytes += findings.iter().map(|finding| finding.size).sum::<usize>();
            if data.files.len() == page.limit || bytes > MAX_BYTES && !data.files.is_empty() {
                data.truncated = true;
                data.after = data.files.last().map(|file| file.target.clone());
                break;
            }
            let findings = findings.into_iter().map(|finding| finding.data).collect();
            data.files.push(DeepFile { target, findings, more });
        }
        data
    }
}

/// Whether an address equals another or lies below it.
fn lies_in(address: &Address, scope: &Address) -> bool {
    below(address.as_str(), scope.as_str()).is_some()
}
