//! The messages of an answer: their text is read again, within bounds.

use std::io;

use ck3_game_log::{Entry, locations};
use reply_kit::Text;

use crate::logs::HostPaths;
use crate::logs::data::{LogEntry, LogLocation, LogName};
use crate::logs::groups::{Groups, MessageGroup};
use crate::logs::in_force::FilesInForce;
use crate::logs::range::LogRange;

/// The most messages of one answer.
const MAX_MESSAGES: usize = 500;
/// The most bytes of text in one answer, so that it fits a model's context.
const MAX_TEXT: usize = 40_000;
/// The most bytes of one message that are listed.
const MAX_MESSAGE: usize = 2_000;

/// Reads the text of the listed messages.
pub(crate) struct EntryBuilder<'a, 'w> {
    pub(crate) readings: &'a mut [LogRange],
    pub(crate) groups: &'a Groups,
    pub(crate) hosts: HostPaths<'w>,
    pub(crate) in_force: FilesInForce<'w>,
    pub(crate) overwritten: usize,
}

impl EntryBuilder<'_, '_> {
    /// As many messages as fit, and how many groups they cover.
    pub(crate) fn build_entries(
        &mut self,
        groups: &[MessageGroup],
        limit: usize,
    ) -> Result<(Vec<LogEntry>, usize), (LogName, io::Error)> {
        let (mut listed, mut bytes, mut taken) = (Vec::new(), 0, 0);
        for group in groups.iter().take(limit.clamp(1, MAX_MESSAGES)) {
            match self.one(group).map_err(|error| (group.log, error))? {
                Some(entry) => {
                    bytes += size_of(&entry);
                    if bytes > MAX_TEXT && !listed.is_empty() {
                        break;
                    }
                    listed.push(entry);
                }
                None => self.overwritten += 1,
            }
            taken += 1;
        }
        Ok((listed, taken))
    }

    fn one(&mut self, group: &MessageGroup) -> io::Result<Option<LogEntry>> {
        let Self { readings, groups, hosts, in_force, .. } = self;
        let Some(reading) = readings.iter_mut().find(|reading| reading.log == group.log) else { return Ok(None) };
        let time =
            |entry: &Entry<'_>| (groups.hash(group.log, entry) == group.hash).then(|| entry.time.map(Text::echo));
        let Some(first) = reading.file.entry_at(group.first, reading.to, time)?.flatten() else { return Ok(None) };
        let to_entry = |entry: &Entry<'_>| {
            (groups.hash(group.log, entry) == group.hash).then(|| to_log_entry(entry, group, first, hosts, in_force))
        };
        Ok(reading.file.entry_at(group.last, reading.to, to_entry)?.flatten())
    }
}

fn to_log_entry(
    entry: &Entry<'_>,
    group: &MessageGroup,
    first: Option<Text>,
    hosts: &HostPaths<'_>,
    in_force: &mut FilesInForce<'_>,
) -> LogEntry {
    let whole = String::from_utf8_lossy(entry.message);
    let shown = &whole[..whole.floor_char_boundary(MAX_MESSAGE)];
    let locations = locations(&whole).into_iter().map(|location| {
        let path = &whole[location.path];
        LogLocation {
            file: hosts.redact(path),
            line: location.line,
            object: location.name.map(|name| hosts.redact(&whole[name])),
            in_force: in_force.find(path).map(|placed| placed.address.clone()),
        }
    });
    LogEntry {
        log: group.log,
        level: entry.level.into(),
        engine: Text::echo(entry.source),
        count: group.count,
        first,
        last: entry.time.map(Text::echo),
        text: hosts.redact(shown),
        cut_bytes: entry.cut + (whole.len() - shown.len()) as u64,
        locations: locations.collect(),
    }
}

fn size_of(entry: &LogEntry) -> usize {
    let places = entry.locations.iter().map(|place| {
        let address = place.in_force.as_ref().map_or(0, |address| address.as_str().len());
        place.file.as_str().len() + address + 60
    });
    entry.text.as_str().len() + places.sum::<usize>() + 150
}
