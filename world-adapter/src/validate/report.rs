//! The output of the validator with `--json`: a list of reports, each with its locations.

use reply_kit::{Address, Text};
use serde::Deserialize;

use crate::logs::HostPaths;
use crate::validate::process::Output;
use crate::validate::{ValidatorFailure, ValidatorProblem};

/// The most reports that are read.
const MAX_REPORTS: usize = 100_000;
/// The most locations of one finding.
const MAX_PLACES: usize = 8;
/// The most bytes of one text.
const MAX_TEXT: usize = 2_000;

/// A report as the validator prints it. Unknown fields are ignored.
#[derive(Debug, Deserialize)]
pub(crate) struct ValidatorReport {
    #[serde(default)]
    severity: String,
    #[serde(default)]
    confidence: String,
    #[serde(default)]
    key: String,
    #[serde(default)]
    message: String,
    info: Option<String>,
    #[serde(default)]
    locations: Vec<ReportLocation>,
}

#[derive(Debug, Deserialize)]
struct ReportLocation {
    #[serde(default)]
    fullpath: String,
    linenr: Option<u32>,
    column: Option<u32>,
    line: Option<String>,
    tag: Option<String>,
}

/// A finding with its paths replaced by addresses.
#[derive(Debug)]
pub(crate) struct ValidatorFinding {
    pub(crate) severity: Text,
    pub(crate) confidence: Text,
    pub(crate) key: Text,
    pub(crate) problem: Text,
    pub(crate) info: Option<Text>,
    pub(crate) places: Vec<FindingPlace>,
}

/// Where it is.
#[derive(Debug)]
pub(crate) struct FindingPlace {
    pub(crate) target: Address,
    pub(crate) line: Option<u32>,
    pub(crate) column: Option<u32>,
    pub(crate) content: Option<String>,
    pub(crate) note: Option<Text>,
}

/// Parses the output: empty, a list of reports, or one report after the other.
pub(crate) fn parse(output: &Output) -> Result<Vec<ValidatorReport>, ValidatorFailure> {
    let text = output.printed.trim_ascii();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let read: Result<Vec<ValidatorReport>, _> = if text.starts_with(b"[") {
        serde_json::from_slice(text)
    } else {
        serde_json::Deserializer::from_slice(text).into_iter().take(MAX_REPORTS).collect()
    };
    let mut reports = read.map_err(|error| {
        let shown = String::from_utf8_lossy(&text[..text.len().min(4_000)]).into_owned();
        let what = format!("what it printed cannot be read: {error}\n\n{shown}\n\n{}", output.complaints);
        ValidatorFailure::new(ValidatorProblem::UnreadableOutput, what)
    })?;
    reports.truncate(MAX_REPORTS);
    Ok(reports)
}

impl ValidatorFinding {
    /// Replaces host paths by addresses. A finding without a location that the session sees is dropped.
    pub(crate) fn of(report: ValidatorReport, hosts: &HostPaths<'_>) -> Option<Self> {
        let ValidatorReport { severity, confidence, key, message, info, locations } = report;
        let told = |text: &str| hosts.redact(&text[..text.floor_char_boundary(MAX_TEXT)]);
        let places = locations.into_iter().filter_map(|place| {
            let target = hosts.address(&place.fullpath)?;
            let content = place.line.map(|mut line| {
                line.truncate(line.floor_char_boundary(MAX_TEXT));
                line
            });
            let note = place.tag.as_deref().map(told);
            Some(FindingPlace { target, line: place.linenr, column: place.column, content, note })
        });
        let places: Vec<FindingPlace> = places.take(MAX_PLACES).collect();
        (!places.is_empty()).then(|| Self {
            severity: told(&severity),
            confidence: told(&confidence),
            key: told(&key),
            problem: told(&message),
            info: info.as_deref().map(told),
            places,
        })
    }

    /// The order within a file.
    pub(crate) fn order(&self) -> (Option<u32>, Option<u32>, &str, &str) {
        let place = self.places.first();
        (place.and_then(|at| at.line), place.and_then(|at| at.column), self.key.as_str(), self.problem.as_str())
    }

    /// What identifies a finding across runs: line numbers may have moved, so the text of the line is compared instead.
    pub(crate) fn identity(&self) -> (&str, &str, &str, Option<&str>) {
        let place = self.places.first();
        let target = place.map_or("", |place| place.target.as_str());
        let content = place.and_then(|place| place.content.as_deref()).map(str::trim);
        (self.key.as_str(), self.problem.as_str(), target, content)
    }

    /// Its approximate size in an answer, in bytes.
    pub(crate) fn size(&self) -> usize {
        let places = self
            .places
            .iter()
            .map(|place| place.target.as_str().len() + place.content.as_ref().map_or(0, String::len) + 100);
        let info = self.info.as_ref().map_or(0, |info| info.as_str().len());
        self.problem.as_str().len() + info + places.sum::<usize>() + 150
    }
}
