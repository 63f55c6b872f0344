//! Statistics of the journal, in one pass and in bounded memory.

use std::collections::{BTreeMap, HashMap};
use std::io;

use serde::Serialize;
use serde_json::Value;

use super::codes::type_letter;
use super::journal_view::JournalFilter;
use crate::clock_time;
use crate::journal::{self, JournalLine, RecordHead};
use crate::state_paths::StatePaths;

/// How many equal answers count as a loop, and how many other calls of the session may lie between two of them.
const MIN_REPEATS: usize = 3;
const MAX_BETWEEN: usize = 10;
/// How many answers of one session are tracked at once.
const MAX_RUNS: usize = 8;
/// How many loops and slow calls are listed, and how many sessions are counted separately: the busiest.
const MAX_LOOPS: usize = 20;
const MAX_SLOWEST: usize = 5;
const MAX_SESSIONS: usize = 1_000;
/// How many hours are counted separately: the last ones.
const MAX_HOURS: usize = 48;

/// What happened, in numbers.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Statistics {
    pub(crate) calls: Tally,
    /// The most frequent first.
    pub(crate) by_code: Vec<(String, usize)>,
    pub(crate) by_tool: BTreeMap<String, Tally>,
    /// The busiest first.
    pub(crate) by_session: Vec<(String, Tally)>,
    /// By local time.
    pub(crate) by_day: BTreeMap<String, Tally>,
    /// How often each code was answered on each day.
    pub(crate) codes_by_day: BTreeMap<String, BTreeMap<String, usize>>,
    /// The same for each hour, of the last 48 hours with calls.
    pub(crate) codes_by_hour: BTreeMap<String, BTreeMap<String, usize>>,
    pub(crate) slowest: Vec<Value>,
    /// Repeated equal answers to the same input in one session, for E equal codes; the most frequent first.
    pub(crate) loops: Vec<CallLoop>,
}

/// Calls, how they ended, and how long they took.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Tally {
    pub(crate) calls: usize,
    pub(crate) succeeded: usize,
    pub(crate) invalid: usize,
    pub(crate) denied: usize,
    pub(crate) failed: usize,
    pub(crate) median_ms: u64,
    pub(crate) p90_ms: u64,
    pub(crate) p99_ms: u64,
    pub(crate) max_ms: u64,
    /// How many calls took how long, with durations rounded to two digits.
    #[serde(skip)]
    durations: BTreeMap<u64, usize>,
}

impl Tally {
    fn add(&mut self, code: &str, duration_ms: u64) {
        self.calls += 1;
        match type_letter(code) {
            Some("S") => self.succeeded += 1,
            Some("I") => self.invalid += 1,
            Some("D") => self.denied += 1,
            _ => self.failed += 1,
        }
        *self.durations.entry(rounded(duration_ms)).or_default() += 1;
        self.max_ms = self.max_ms.max(duration_ms);
    }

    fn finish(&mut self) {
        let at = |share: usize| {
            let (mut left, most) = ((self.calls * share).div_ceil(100), self.max_ms);
            for (duration, count) in &self.durations {
                left = left.saturating_sub(*count);
                if left == 0 {
                    return (*duration).min(most);
                }
            }
            most
        };
        (self.median_ms, self.p90_ms, self.p99_ms) = (at(50), at(90), at(99));
    }
}

/// A duration rounded up to two digits, which bounds the number of different durations.
fn rounded(duration_ms: u64) -> u64 {
    let mut unit = 1_u64;
    while duration_ms / unit >= 100 {
        unit *= 10;
    }
    duration_ms.div_ceil(unit).saturating_mul(unit)
}

/// A call that an agent repeats without progress.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct CallLoop {
    pub(crate) times: usize,
    /// The last of the calls.
    pub(crate) call: Value,
}

/// Equal answers in one session.
struct RepeatedAnswer {
    mistake: String,
    times: usize,
    last: JournalLine,
    /// The number of the last one among the session's calls.
    at: usize,
}

/// The calls of one session, and the answers that may become a loop.
#[derive(Default)]
struct SessionCalls {
    tally: Tally,
    runs: Vec<RepeatedAnswer>,
}

#[derive(Default)]
struct StatisticsBuilder {
    statistics: Statistics,
    codes: HashMap<String, usize>,
    sessions: HashMap<String, SessionCalls>,
    slowest: Vec<(u64, JournalLine)>,
}

/// Statistics of the calls that match.
pub(crate) fn sum_up(paths: &StatePaths, filter: &JournalFilter) -> io::Result<Statistics> {
    let mut sums = StatisticsBuilder::default();
    journal::each(&paths.journal(), |line| {
        if filter.wants(&line) {
            sums.add(&line);
        }
    })?;
    Ok(sums.finish())
}

impl SessionCalls {
    /// Counts an answer that was not a success; returns the run that it ends.
    fn follow(&mut self, head: &RecordHead, line: &JournalLine) -> Option<RepeatedAnswer> {
        let (code, at) = (head.code.as_deref().unwrap_or_default(), self.tally.calls);
        // An internal failure has one cause, whatever the input was.
        let is_error = type_letter(code) == Some("E");
        let mistake = if is_error { code } else { head.mistake.as_deref()? };
        if let Some(run) = self.runs.iter_mut().find(|run| run.mistake == mistake && at - run.at <= MAX_BETWEEN + 1) {
            (run.times, run.at) = (run.times + 1, at);
            run.last = line.clone();
            return None;
        }
        self.runs.push(RepeatedAnswer { mistake: mistake.to_owned(), times: 1, last: line.clone(), at });
        let oldest = self.runs.iter().enumerate().min_by_key(|(_, run)| run.at).map_or(0, |(index, _)| index);
        (self.runs.len() > MAX_RUNS).then(|| self.runs.swap_remove(oldest))
    }
}

impl StatisticsBuilder {
    fn add(&mut self, line: &JournalLine) {
        let head = line.head();
        if head.event != "call" {
            return;
        }
        let (code, duration) = (head.code.as_deref().unwrap_or_default(), head.duration_ms.unwrap_or_default());
        let session = head.session.as_deref().unwrap_or_default();
        self.statistics.calls.add(code, duration);
        *self.codes.entry(code.to_owned()).or_default() += 1;
        let tool = head.tool.as_deref().unwrap_or_default();
        self.statistics.by_tool.entry(tool.to_owned()).or_default().add(code, duration);
        let hour = clock_time::hour(line.at);
        let day = hour.split(' ').next().unwrap_or_default().to_owned();
        self.statistics.by_day.entry(day.clone()).or_default().add(code, duration);
        *self.statistics.codes_by_day.entry(day).or_default().entry(code.to_owned()).or_default() += 1;
        *self.statistics.codes_by_hour.entry(hour).or_default().entry(code.to_owned()).or_default() += 1;
        if self.statistics.codes_by_hour.len() > MAX_HOURS {
            self.statistics.codes_by_hour.pop_first();
        }
        if self.sessions.len() >= 2 * MAX_SESSIONS && !self.sessions.contains_key(session) {
            self.keep_busiest();
        }
        let known = self.sessions.entry(session.to_owned()).or_default();
        known.tally.add(code, duration);
        if let Some(over) = known.follow(&head, line) {
            self.end(&over);
        }
        let is_slow =
            self.slowest.len() < MAX_SLOWEST || self.slowest.last().is_some_and(|(least, _)| duration > *least);
        if is_slow {
            self.slowest.push((duration, line.clone()));
            self.slowest.sort_by_key(|(duration, _)| std::cmp::Reverse(*duration));
            self.slowest.truncate(MAX_SLOWEST);
        }
    }

    /// Evicts the less active half of the sessions.
    fn keep_busiest(&mut self) {
        let mut all: Vec<(String, SessionCalls)> = self.sessions.drain().collect();
        all.select_nth_unstable_by_key(MAX_SESSIONS, |(_, known)| std::cmp::Reverse(known.tally.calls));
        let dropped = all.split_off(MAX_SESSIONS);
        self.sessions.extend(all);
        for run in dropped.iter().flat_map(|(_, session)| &session.runs) {
            self.end(run);
        }
    }

    fn end(&mut self, run: &RepeatedAnswer) {
        if run.times >= MIN_REPEATS {
            let loops = &mut self.statistics.loops;
            loops.push(CallLoop { times: run.times, call: run.last.value() });
            loops.sort_by_key(|found| std::cmp::Reverse(found.times));
            loops.truncate(MAX_LOOPS);
        }
    }

    fn finish(mut self) -> Statistics {
        let runs: Vec<RepeatedAnswer> =
            self.sessions.values_mut().flat_map(|session| std::mem::take(&mut session.runs)).collect();
        for run in &runs {
            self.end(run);
        }
        let mut statistics = self.statistics;
        statistics.by_code = self.codes.into_iter().collect();
        statistics.by_code.sort_by(|(code, count), (other, others)| others.cmp(count).then_with(|| code.cmp(other)));
        statistics.by_session = self.sessions.into_iter().map(|(label, session)| (label, session.tally)).collect();
        statistics.by_session.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.calls));
        statistics.by_session.truncate(MAX_SESSIONS);
        let days = statistics.by_day.values_mut();
        let tools = statistics.by_tool.values_mut();
        let sessions = statistics.by_session.iter_mut().map(|(_, tally)| tally);
        days.chain(tools).chain(sessions).chain([&mut statistics.calls]).for_each(Tally::finish);
        statistics.slowest = self.slowest.iter().map(|(_, line)| line.value()).collect();
        statistics
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::JournalFile;
    use serde_json::json;

    #[test]
    fn calls_are_summed_up_by_tool_session_and_day_with_percentiles_and_loops() {
        let home = tempfile::tempdir().unwrap();
        let paths = StatePaths::under(home.path());
        let journal = JournalFile::at(&paths.journal());
        for number in 1..=100_u64 {
            let call =
                json!({ "event": "call", "tool": "a", "session": "one", "code": "X-Y-S-001", "duration_ms": number });
            journal.person(&call).unwrap();
        }
        // Two agents at once, and one of them in a loop: the other's calls in between hide nothing.
        for _ in 0..4 {
            for (session, mistake) in [("two", Some("m")), ("one", None)] {
                let code = if mistake.is_some() { "X-Y-D-001" } else { "X-Y-S-001" };
                let call = json!({ "event": "call", "tool": "b", "session": session, "code": code, "duration_ms": 1, "mistake": mistake });
                journal.person(&call).unwrap();
            }
        }
        let found = sum_up(&paths, &JournalFilter::default()).unwrap();
        assert_eq!((found.calls.calls, found.calls.denied, found.calls.max_ms), (108, 4, 100));
        let a = &found.by_tool["a"];
        assert_eq!((a.median_ms, a.p90_ms, a.p99_ms), (50, 90, 99));
        assert_eq!(found.by_session[0].0, "one");
        assert_eq!((found.by_day.len(), found.slowest.len()), (1, 5));
        assert_eq!(found.loops.iter().map(|found| found.times).collect::<Vec<_>>(), [4]);
        assert_eq!(found.codes_by_day.values().next().unwrap()["X-Y-D-001"], 4);
        assert_eq!(found.codes_by_hour.values().map(|codes| codes["X-Y-S-001"]).sum::<usize>(), 104);
        let filter = JournalFilter { session: Some("two".to_owned()), ..JournalFilter::default() };
        assert_eq!(sum_up(&paths, &filter).unwrap().calls.calls, 4);
    }

    /// The loops of one session whose calls were answered so: a code, and what was wrong.
    fn loops(answers: &[(&str, Option<&str>)]) -> Vec<(usize, String)> {
        let home = tempfile::tempdir().unwrap();
        let paths = StatePaths::under(home.path());
        let journal = JournalFile::at(&paths.journal());
        for (code, mistake) in answers {
            let call = json!({ "event": "call", "tool": "a", "session": "one", "code": code, "mistake": mistake });
            journal.person(&call).unwrap();
        }
        let found = sum_up(&paths, &JournalFilter::default()).unwrap().loops;
        found.iter().map(|found| (found.times, found.call["code"].as_str().unwrap().to_owned())).collect()
    }

    #[test]
    fn an_agent_is_in_a_loop_though_it_does_something_else_in_between() {
        let (bad, good) = (("X-Y-I-001", Some("m")), ("X-Y-S-001", None));
        assert_eq!(loops(&[bad, good, bad, good, good, bad]), [(3, "X-Y-I-001".to_owned())]);
        assert_eq!(loops(&[bad, good, bad]), []);
        // Three mistakes in a long session are not a loop.
        let rare: Vec<_> = [bad].into_iter().chain([good; MAX_BETWEEN + 1]).cycle().take(40).collect();
        assert_eq!(loops(&rare), []);
        // Different mistakes are not one; errors are, whatever was asked.
        assert_eq!(loops(&[bad, ("X-Y-I-001", Some("n")), ("X-Y-I-001", Some("o"))]), []);
        let errors = ["p", "q", "r"].map(|mistake| ("X-Y-E-001", Some(mistake)));
        assert_eq!(loops(&errors), [(3, "X-Y-E-001".to_owned())]);
    }

    #[test]
    fn durations_are_kept_to_two_digits() {
        assert_eq!([0, 7, 99, 100, 101, 12_345].map(rounded), [0, 7, 99, 100, 110, 13_000]);
    }
}
