//! Reply data of a deep check.

use std::collections::BTreeMap;

use replies::Wa;
use reply_kit::{Address, Argument, ReplyData, Text, Verbatim, Voice};

use crate::read::page::Page;
use crate::resolve::identity::below;
use crate::validate::baseline::BaselineDiff;
use crate::validate::report::{FindingPlace, ValidatorFinding};

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
    pub target: Address,
    /// The mod that was validated, on top of the game and the mods before it in the load order.
    pub mod_name: Text,
    /// How many findings there are at the target and below.
    pub findings_total: usize,
    /// How many of them the baseline does not have.
    pub new_total: usize,
    /// How many findings of the baseline are gone, in the whole mod.
    pub gone_total: usize,
    /// Whether this run has become the baseline.
    pub baseline_set: bool,
    /// How many findings are only about files outside the visible world.
    pub outside_total: usize,
    /// The files with findings.
    pub files: Vec<DeepFile>,
    /// Whether files were left out.
    pub truncated: bool,
    /// Where to continue, if some were.
    pub after: Option<Address>,
}

/// The findings of one file.
#[derive(Debug, ReplyData)]
pub struct DeepFile {
    /// The file.
    pub target: Address,
    /// What was found.
    pub findings: Vec<DeepFinding>,
    /// How many more it has.
    pub more: usize,
}

/// One finding.
#[derive(Debug, ReplyData)]
pub struct DeepFinding {
    /// Its severity: fatal, error, warning, untidy or tips.
    pub severity: Text,
    /// How sure the validator is: weak, reasonable or strong.
    pub confidence: Text,
    /// The kind of finding.
    pub key: Text,
    /// What is wrong.
    pub problem: Text,
    /// More about it.
    pub info: Option<Text>,
    /// Whether the baseline does not have it.
    pub is_new: bool,
    /// Where, the most important place first.
    pub places: Vec<DeepPlace>,
}

/// A place that a finding is about.
#[derive(Debug, ReplyData)]
pub struct DeepPlace {
    /// The file.
    pub target: Address,
    /// The line.
    pub line: Option<u32>,
    /// The column.
    pub column: Option<u32>,
    /// The line as it stands in the file.
    pub content: Option<Verbatim>,
    /// What this place contributes to the finding.
    pub note: Option<Text>,
}

impl DeepCheckData {
    /// Sorts findings by file, then by line. Files up to the page's `after` were in an earlier answer.
    pub(crate) fn of(
        voice: &Voice<Wa>,
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
        let mut by_file: BTreeMap<Address, Vec<(ValidatorFinding, bool)>> = BTreeMap::new();
        for (finding, is_new) in findings.into_iter().zip(fresh.is_new) {
            let Some(place) = finding.places.first().filter(|place| lies_in(&place.target, scope)) else { continue };
            data.findings_total += 1;
            data.new_total += usize::from(is_new);
            if is_new || baseline != BaselineUse::New {
                by_file.entry(place.target.clone()).or_default().push((finding, is_new));
            }
        }
        let after = page.after_input().unwrap_or_default().to_owned();
        let mut bytes = 0;
        for (target, mut findings) in by_file {
            if target.as_str() <= after.as_str() {
                continue;
            }
            findings.sort_by(|(one, _), (other, _)| one.order().cmp(&other.order()));
            let more = findings.len().saturating_sub(MAX_OF_FILE);
            findings.truncate(MAX_OF_FILE);
            bytes += findings.iter().map(|(finding, _)| finding.size()).sum::<usize>();
            if data.files.len() == page.limit() || bytes > MAX_BYTES && !data.files.is_empty() {
                data.truncated = true;
                data.after = data.files.last().map(|file| file.target.clone());
                break;
            }
            let findings = findings.into_iter().map(|(finding, is_new)| finding.into_data(voice, is_new)).collect();
            data.files.push(DeepFile { target, findings, more });
        }
        data
    }
}

/// Whether an address equals another or lies below it.
fn lies_in(address: &Address, scope: &Address) -> bool {
    below(address.as_str(), scope.as_str()).is_some()
}

impl ValidatorFinding {
    fn into_data(self, voice: &Voice<Wa>, is_new: bool) -> DeepFinding {
        let Self { severity, confidence, key, problem, info, places, .. } = self;
        let places = places.into_iter().map(|place| place.into_data(voice)).collect();
        DeepFinding { severity, confidence, key, problem, info, is_new, places }
    }
}

impl FindingPlace {
    fn into_data(self, voice: &Voice<Wa>) -> DeepPlace {
        let Self { target, line, column, content, note } = self;
        let content = content.map(|content| Verbatim::read_from_file(voice, content));
        DeepPlace { target, line, column, content, note }
    }
}
