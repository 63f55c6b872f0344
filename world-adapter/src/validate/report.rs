//! The output of the validator with `--json`: a list of reports, each with its locations.

use replies::Wa;
use reply_kit::{Verbatim, Voice};
use serde::Deserialize;

use crate::logs::HostPaths;
use crate::validate::data::{DeepFinding, DeepPlace};
use crate::validate::process::Output;
use crate::validate::{ValidatorError, ValidatorProblem};

/// The most reports that are read.
const MAX_REPORTS: usize = 100_000;
/// The most locations of one finding.
const MAX_PLACES: usize = 8;
/// The most bytes of one text.
const MAX_TEXT: usize = 2_000;

/// A report as the validator prints it. Unknown fields are ignored.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ValidatorReport {
    severity: String,
    confidence: String,
    key: String,
    message: String,
    info: Option<String>,
    locations: Vec<ReportLocation>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ReportLocation {
    fullpath: String,
    linenr: Option<u32>,
    column: Option<u32>,
    line: Option<String>,
    tag: Option<String>,
}

/// A finding with its paths replaced by addresses.
#[derive(Debug)]
pub(crate) struct ValidatorFinding {
    pub(crate) data: DeepFinding,
    /// The most important line, as it stands in the file.
    line: Option<String>,
    /// Its approximate size in an answer, in bytes.
    pub(crate) size: usize,
}

/// Parses the output: empty, a list of reports, or one report after the other.
pub(crate) fn parse(output: &Output) -> Result<Vec<ValidatorReport>, ValidatorError> {
    let text = output.reports.trim_ascii();
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
        let what = format!("what it printed cannot be read: {error}\n\n{shown}\n\n{}", output.diagnostics);
        ValidatorError::new(ValidatorProblem::UnreadableOutput, what)
    })?;
    reports.truncate(MAX_REPORTS);
    Ok(reports)
}

impl ValidatorFinding {
    /// Replaces host paths by addresses. A finding without a location that the session sees is dropped.
    pub(crate) fn of(report: ValidatorReport, hosts: &HostPaths<'_>, voice: &Voice<Wa>) -> Option<Self> {
        let ValidatorReport { severity, confidence, key, message, info, locations } = report;
        let told = |text: &str| hosts.redact(&text[..text.floor_char_boundary(MAX_TEXT)]);
        let seen = locations.into_iter().filter_map(|place| Some((hosts.address(&place.fullpath)?, place)));
        let (mut places, mut line, mut size) = (Vec::new(), None, 150);
        for (target, place) in seen.take(MAX_PLACES) {
            let content = place.line.map(|mut line| {
                line.truncate(line.floor_char_boundary(MAX_TEXT));
                line
            });
            size += target.as_str().len() + content.as_ref().map_or(0, String::len) + 100;
            if places.is_empty() {
                line.clone_from(&content);
            }
            let content = content.map(|content| Verbatim::read_from_file(voice, content));
            let note = place.tag.as_deref().map(told);
            places.push(DeepPlace { target, line: place.linenr, column: place.column, content, note });
        }
        let (problem, info) = (told(&message), info.as_deref().map(told));
        size += problem.as_str().len() + info.as_ref().map_or(0, |info| info.as_str().len());
        let (severity, confidence, key) = (told(&severity), told(&confidence), told(&key));
        let data = DeepFinding { severity, confidence, key, problem, info, is_new: false, places };
        (!data.places.is_empty()).then_some(Self { data, line, size })
    }

    /// The order within a file.
    pub(crate) fn order(&self) -> (Option<u32>, Option<u32>, &str, &str) {
        let place = self.data.places.first();
        let (line, column) = (place.and_then(|at| at.line), place.and_then(|at| at.column));
        (line, column, self.data.key.as_str(), self.data.problem.as_str())
    }

    /// What identifies a finding across runs: line numbers may have moved, so the text of the line is compared instead.
    pub(crate) fn identity(&self) -> (&str, &str, &str, Option<&str>) {
        let target = self.data.places.first().map_or("", |place| place.target.as_str());
        (self.data.key.as_str(), self.data.problem.as_str(), target, self.line.as_deref().map(str::trim))
    }
}
