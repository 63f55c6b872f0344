//! The one journal: a line of JSON for every call, decision, contract and undo, in four files.
//!
//! `approved.jsonl` has what a person took part in: approvals, deletions, renames, undos, and how the calls ended that they belong
//! to. `journal.jsonl` has what was allowed without one: writes and contracts, which an agent can make by the million.
//! `denials.jsonl` has what was denied, and `calls.jsonl` all other calls, with the causes of what failed. Each is set aside when
//! it is full, and only what lies beside it of its own kind makes room for it, so no amount of reads or denials costs a change,
//! and no amount of writes an approval or a deletion (L106).

use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use enforcement::{JournalUnavailable, Record};
use replies::Code;
use reply_kit::{CallEvent, Envelope, ReplyType, TraceId};
use reply_mcp::log_stderr;
use serde::Serialize;
use serde_json::{Value, json};
use world_adapter::OperationName;

/// The largest file before it is set aside.
const ROTATE_AT: u64 = 16 * 1024 * 1024;
/// How much is kept of what people have to be able to look up, and for how long: as much of what a person took part in as of
/// all other changes.
const LASTING: Kept = Kept { bytes: 1024 * 1024 * 1024, age: Duration::from_hours(24 * 2 * 365) };
/// How much is kept of all other calls.
const CALLS: Kept = Kept { bytes: ROTATE_AT, age: Duration::from_hours(24 * 90) };

/// How much is kept of denials.
const DENIALS: Kept = Kept { bytes: 4 * ROTATE_AT, age: Duration::from_hours(24 * 365) };

/// All four files.
#[derive(Debug)]
pub(crate) struct JournalFile {
    approved: LineFile,
    changes: LineFile,
    denials: LineFile,
    calls: LineFile,
}

/// How much is kept of what was set aside. The oldest go first.
#[derive(Clone, Copy, Debug)]
struct Kept {
    bytes: u64,
    age: Duration,
}

/// Appends lines, each whole: one write to a file opened for appending, so that several processes can share it.
#[derive(Debug)]
struct LineFile {
    path: PathBuf,
    rotate_at: u64,
    kept: Kept,
    open: Mutex<Option<Open>>,
}

/// Whether the file is looked at before a line: it may be full, or set aside by another process.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Before a line that must not be set aside with the old ones.
    Always,
    /// Every so many bytes: calls are many.
    Sometimes,
}

/// The journal as this process has it open.
#[derive(Clone, Debug)]
struct Open {
    file: Arc<File>,
    /// How much may be written before its length is looked at again.
    room: u64,
}

type Job = Box<dyn FnOnce() + Send>;

/// The most lines that wait to be written by a thread that may wait.
const MAX_BACKGROUND: usize = 10_000;
/// How long the end of the process waits for them.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// Writes what threads hand on that must not wait.
static BACKGROUND: LazyLock<SyncSender<Job>> = LazyLock::new(|| {
    let (jobs, queue) = mpsc::sync_channel::<Job>(MAX_BACKGROUND);
    // Without a thread there are no such lines.
    let _ = thread::Builder::new().name("journal".to_owned()).spawn(move || queue.into_iter().for_each(|job| job()));
    jobs
});

/// A call, as the journal notes it.
#[derive(Debug, Serialize)]
struct CallRecord {
    event: &'static str,
    trace_id: String,
    tool: &'static str,
    /// None for a call that its client cancelled before it changed anything: that has no reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    duration_ms: u64,
    /// Of an I: equal where the same thing was wrong with the same input.
    #[serde(skip_serializing_if = "Option::is_none")]
    mistake: Option<String>,
    #[serde(skip)]
    is_denied: bool,
    /// It answers a change that no agent can make alone: a deletion, a rename.
    #[serde(skip)]
    takes_a_person: bool,
}

impl CallRecord {
    fn of(event: CallEvent<'_>) -> Self {
        let CallEvent { tool, envelope, is_cancelled, .. } = event;
        let is_mistake = !is_cancelled && envelope.reply_type() == ReplyType::I;
        Self {
            event: if is_cancelled { "cancelled" } else { "call" },
            trace_id: envelope.trace_id().to_string(),
            tool,
            code: (!is_cancelled).then(|| envelope.code().as_str()),
            duration_ms: u64::try_from(envelope.duration().as_millis()).unwrap_or(u64::MAX),
            mistake: is_mistake.then(|| mistake(envelope)),
            is_denied: !is_cancelled && envelope.reply_type() == ReplyType::D,
            takes_a_person: [Code::FileDeleted, Code::FileRenamed]
                .map(Code::as_str)
                .contains(&envelope.code().as_str()),
        }
    }
}

/// The file of all other calls, beside the lasting one.
fn calls_beside(journal: &Path) -> PathBuf {
    journal.with_file_name("calls.jsonl")
}

/// The file of denials.
fn denials_beside(journal: &Path) -> PathBuf {
    journal.with_file_name("denials.jsonl")
}

/// The file of what a person took part in.
fn approved_beside(journal: &Path) -> PathBuf {
    journal.with_file_name("approved.jsonl")
}

/// Every file of the journal, in four sequences, each the oldest first: what a person took part in, other changes, denials, and
/// all other calls.
pub(crate) fn files(journal: &Path) -> io::Result<[Vec<PathBuf>; 4]> {
    let sequence = |path: &Path| -> io::Result<Vec<PathBuf>> {
        let aside = set_aside(path)?.into_iter().map(|aside| aside.path);
        // An earlier version set one file aside under this name.
        let earlier = std::iter::once(path.with_extension("jsonl.1"));
        Ok(earlier.chain(aside).chain([path.to_owned()]).collect())
    };
    Ok([
        sequence(&approved_beside(journal))?,
        sequence(journal)?,
        sequence(&denials_beside(journal))?,
        sequence(&calls_beside(journal))?,
    ])
}

impl JournalFile {
    pub(crate) fn at(path: PathBuf) -> Self {
        Self::rotating_at(ROTATE_AT, path)
    }

    fn rotating_at(rotate_at: u64, path: PathBuf) -> Self {
        let file = |path, kept| LineFile { path, rotate_at, kept, open: Mutex::new(None) };
        Self {
            calls: file(calls_beside(&path), CALLS),
            denials: file(denials_beside(&path), DENIALS),
            approved: file(approved_beside(&path), LASTING),
            changes: file(path, LASTING),
        }
    }

    /// Notes what became of a call. What cannot be written costs nobody an answer; a thread that must not wait hands it on.
    pub(crate) fn note(self: &Arc<Self>, event: CallEvent<'_>) {
        let record = CallRecord::of(event);
        if !event.is_on_reactor {
            return self.write(&record);
        }
        let journal = Arc::clone(self);
        // Past the bound it is not noted: a flood of refusals fills no memory.
        let _ = BACKGROUND.try_send(Box::new(move || journal.write(&record)));
    }

    /// Waits for what was handed on, but only for a moment.
    pub(crate) fn flush() {
        let (tell, told) = mpsc::channel();
        if BACKGROUND.try_send(Box::new(move || _ = tell.send(()))).is_ok() {
            let _ = told.recv_timeout(FLUSH_TIMEOUT);
        }
    }

    fn write(&self, record: &CallRecord) {
        // A call that enforcement answered is part of what was decided.
        let file = match record.code.filter(|code| code.starts_with(<replies::En as reply_kit::Layer>::NAME)) {
            Some(_) if record.is_denied => &self.denials,
            Some(_) if record.takes_a_person => &self.approved,
            Some(_) => &self.changes,
            None => &self.calls,
        };
        if let Err(error) = file.append(record, Look::Sometimes) {
            log_stderr!("ck3raven: the journal cannot be written: {error}");
        }
    }

    /// Sees whether it can be written, without writing anything.
    pub(crate) fn try_out(&self) -> io::Result<()> {
        [&self.approved, &self.changes, &self.denials, &self.calls]
            .into_iter()
            .try_for_each(|file| file.open().map(drop))
    }

    /// Notes why something failed, under the call that it failed in: an agent is told only that it did.
    pub(crate) fn failure(&self, trace_id: TraceId, cause: &io::Error) {
        let line = json!({ "event": "failure", "trace_id": trace_id.to_string(), "cause": cause.to_string() });
        if let Err(error) = self.calls.append(&line, Look::Sometimes) {
            log_stderr!("ck3raven: {trace_id}: {cause}; the journal cannot be written: {error}");
        }
    }

    /// Notes something a person did.
    pub(crate) fn person(&self, what: &Value) -> io::Result<()> {
        self.approved.append(what, Look::Always)
    }
}

impl LineFile {
    fn append(&self, record: &impl Serialize, look: Look) -> io::Result<()> {
        #[derive(Serialize)]
        struct Line<'a, T> {
            at: u64,
            /// The rest of that second: by it lines of both files keep their order.
            nanos: u32,
            #[serde(flatten)]
            record: &'a T,
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut line = serde_json::to_vec(&Line { at: now.as_secs(), nanos: now.subsec_nanos(), record })?;
        line.push(b'\n');
        // Written outside the lock: the system appends each line whole, whoever else is writing.
        let file = self.opened_for(line.len() as u64, look)?;
        file.as_ref().write_all(&line).inspect_err(|_| {
            // It may have been cut short, so the next line opens the file anew and mends that.
            *self.lock() = None;
        })
    }

    fn lock(&self) -> MutexGuard<'_, Option<Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file, with room for so many bytes.
    fn opened_for(&self, bytes: u64, look: Look) -> io::Result<Arc<File>> {
        let mut open = self.lock();
        match open.as_mut().filter(|open| look == Look::Sometimes && open.room >= bytes) {
            Some(open) => {
                open.room -= bytes;
                Ok(Arc::clone(&open.file))
            }
            None => {
                // What another process left cut short is mended by opening the file anew.
                let file = match open.take() {
                    Some(Open { file, .. }) if self.is_current(&file)? && !is_cut_short(&file) => file,
                    _ => Arc::new(self.open()?),
                };
                let room = (self.rotate_at / 256).saturating_sub(bytes);
                *open = Some(Open { file: Arc::clone(&file), room });
                Ok(file)
            }
        }
    }

    /// Whether a file is still the journal, and not full.
    fn is_current(&self, file: &File) -> io::Result<bool> {
        let ours = file.metadata()?;
        let is_there = fs::metadata(&self.path).is_ok_and(|there| is_same(&ours, &there));
        Ok(is_there && ours.len() < self.rotate_at)
    }

    fn open(&self) -> io::Result<File> {
        fs::create_dir_all(self.path.parent().unwrap_or(Path::new(".")))?;
        let is_full = || fs::metadata(&self.path).is_ok_and(|found| found.len() >= self.rotate_at);
        if is_full() {
            // Of several processes that find it full, one sets it aside; the others look again.
            let gate = File::create(self.path.with_extension("lock"))?;
            gate.lock()?;
            if is_full() {
                fs::rename(&self.path, self.next_aside())?;
                self.prune();
            }
        }
        let mut file = open_private(&self.path)?;
        if is_cut_short(&file) {
            file.write_all(b"\n")?;
        }
        Ok(file)
    }

    /// A name that sorts after every earlier one, and that no file has.
    fn next_aside(&self) -> PathBuf {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
        let newest = set_aside(&self.path).ok().and_then(|aside| aside.last().map(|newest| newest.number));
        let number = newest.map_or(now, |newest| now.max(newest + 1));
        self.path.with_extension(format!("{number:020}.jsonl"))
    }

    /// Removes what is too old or too much of what was set aside. Failing to costs room, nothing else.
    fn prune(&self) {
        let mut bytes = 0_u64;
        for aside in set_aside(&self.path).unwrap_or_default().iter().rev() {
            let Ok(found) = fs::metadata(&aside.path) else { continue };
            bytes = bytes.saturating_add(found.len());
            let age = found.modified().ok().and_then(|modified| modified.elapsed().ok());
            if bytes > self.kept.bytes || age.is_some_and(|age| age > self.kept.age) {
                _ = fs::remove_file(&aside.path);
            }
        }
    }
}

/// A file that was full.
struct Aside {
    number: u128,
    path: PathBuf,
}

/// What was set aside of a file, the oldest first.
fn set_aside(path: &Path) -> io::Result<Vec<Aside>> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let entries = match fs::read_dir(path.parent().unwrap_or(Path::new("."))) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut found = Vec::new();
    for entry in entries {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix(stem)?.strip_prefix('.')?.strip_suffix(".jsonl"));
        if let Some(number) = number.and_then(|number| number.parse().ok()) {
            found.push(Aside { number, path: path.with_file_name(name) });
        }
    }
    found.sort_by_key(|aside| aside.number);
    Ok(found)
}

/// Opens a file for appending; a new one is for this user alone.
fn open_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Whether the last line lacks its end: the disk was full, or a process died in the middle of it.
///
/// A line that another process is writing lacks it too, for a moment; so only what stays so is cut short.
fn is_cut_short(file: &File) -> bool {
    const LOOKS: usize = 5;
    (0..LOOKS).all(|look| {
        if look > 0 {
            thread::sleep(Duration::from_millis(2));
        }
        lacks_its_end(file)
    })
}

fn lacks_its_end(mut file: &File) -> bool {
    let mut last = [0];
    // An empty file has no last byte, and what is not a file of bytes cannot be looked at.
    file.seek(SeekFrom::End(-1)).is_ok() && file.read_exact(&mut last).is_ok() && last != *b"\n"
}

/// Whether both are the same file: it may have been moved away, or replaced.
#[cfg(unix)]
fn is_same(ours: &fs::Metadata, there: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (ours.dev(), ours.ino()) == (there.dev(), there.ino())
}

/// Elsewhere a file that is open can be neither moved nor replaced.
#[cfg(not(unix))]
fn is_same(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    true
}

/// A short name for what an I says, without its trace id and duration.
fn mistake(envelope: &Envelope) -> String {
    let mut hasher = DefaultHasher::new();
    let envelope = envelope.as_value();
    (envelope["code"].as_str(), envelope["data"].to_string()).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

impl enforcement::Journal for JournalFile {
    fn record(&self, record: &Record) -> Result<(), JournalUnavailable> {
        let file = match record {
            // What was denied changes nothing, and an agent can have it denied at will.
            Record::Decision { code: Some(_), .. } => &self.denials,
            // So can it write, and open contracts; every deletion and every rename takes a person (L64).
            Record::Decision { operation: OperationName::Write, .. }
            | Record::Executed { operation: OperationName::Write, .. }
            | Record::ContractOpened { .. }
            | Record::ContractClosed { .. } => &self.changes,
            _ => &self.approved,
        };
        file.append(record, Look::Always).map_err(|error| {
            log_stderr!("ck3raven: the journal cannot be written: {error}");
            JournalUnavailable
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l68_several_writers_and_a_rotation_leave_whole_lines_and_lose_none() {
        const WRITERS: usize = 8;
        const LINES: usize = 200;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("approved.jsonl");
        std::thread::scope(|scope| {
            for writer in 0..WRITERS {
                let path = path.clone();
                scope.spawn(move || {
                    // Each as another process has it: a handle of its own. The whole is set aside once on the way.
                    let journal = JournalFile::rotating_at(50_000, path);
                    for line in 0..LINES {
                        journal
                            .person(&serde_json::json!({ "event": "test", "writer": writer, "line": line }))
                            .unwrap();
                    }
                });
            }
        });
        assert!(!set_aside(&path).unwrap().is_empty());
        let text = approved(&path);
        assert_eq!(text.lines().count(), WRITERS * LINES);
        assert!(text.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
    }

    /// Everything that lasts, the oldest first.
    fn approved(path: &Path) -> String {
        let [approved, ..] = files(path).unwrap();
        approved.iter().filter_map(|path| fs::read_to_string(path).ok()).collect()
    }

    #[test]
    fn l106_no_amount_of_calls_costs_a_decision() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let mut journal = JournalFile::rotating_at(1_000, path.clone());
        journal.calls.kept.bytes = 2_000;
        journal.person(&serde_json::json!({ "event": "decision", "number": 0 })).unwrap();
        for number in 0..500 {
            journal.calls.append(&serde_json::json!({ "event": "call", "number": number }), Look::Always).unwrap();
        }
        // Many decisions do not cost one either, as long as there is room for all.
        for number in 1..100 {
            journal.person(&serde_json::json!({ "event": "decision", "number": number })).unwrap();
        }
        let numbers: Vec<_> = approved(&path)
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["number"].as_u64().unwrap())
            .collect();
        assert_eq!(numbers, (0..100).collect::<Vec<_>>());
        let [_, _, _, calls] = files(&path).unwrap();
        let kept: u64 = calls.iter().filter_map(|path| Some(fs::metadata(path).ok()?.len())).sum();
        assert!(kept < 5_000, "{kept} bytes of calls");
    }

    #[test]
    fn l106_no_amount_of_denials_costs_a_change() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let mut journal = JournalFile::rotating_at(1_000, path.clone());
        (journal.approved.kept.bytes, journal.denials.kept.bytes) = (2_000, 2_000);
        journal.person(&serde_json::json!({ "event": "undo", "number": 0 })).unwrap();
        let id = reply_kit::Id::fresh().to_string();
        let denial = Record::Decision {
            trace_id: id.parse().unwrap(),
            session: world_adapter_label(),
            target: format!("root:game/{}", "x".repeat(250)).parse().unwrap(),
            destination: None,
            operation: world_adapter::OperationName::Write,
            mode: None,
            decision: enforcement::Decision::Deny,
            code: Some(<replies::en::denied::WriteDenied as reply_kit::CodeType>::code()),
            contract: None,
            dry_run: false,
        };
        for _ in 0..200 {
            enforcement::Journal::record(&journal, &denial).unwrap();
        }
        assert!(approved(&path).contains("undo") && !approved(&path).contains("root:game"));
        let [_, _, denials, _] = files(&path).unwrap();
        let kept: u64 = denials.iter().filter_map(|path| Some(fs::metadata(path).ok()?.len())).sum();
        assert!((500..5_000).contains(&kept), "{kept} bytes of denials");
    }

    #[test]
    fn l106_no_amount_of_writes_costs_an_approval_or_a_deletion() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let mut journal = JournalFile::rotating_at(1_000, path.clone());
        (journal.approved.kept.bytes, journal.changes.kept.bytes) = (2_000, 2_000);
        let trace_id: TraceId = reply_kit::Id::fresh().to_string().parse().unwrap();
        let executed = |operation, name: &str| Record::Executed {
            trace_id,
            target: name.parse().unwrap(),
            operation,
            contract: None,
            failure: None,
        };
        let record = |record: &Record| enforcement::Journal::record(&journal, record).unwrap();
        record(&Record::Approval { trace_id, request: reply_kit::Id::fresh(), granted: true });
        record(&executed(OperationName::Delete, "root:ck3raven_data/wip/deleted.txt"));
        record(&executed(OperationName::Rename, "root:ck3raven_data/wip/renamed.txt"));
        for _ in 0..200 {
            record(&executed(OperationName::Write, "root:ck3raven_data/wip/written.txt"));
            record(&Record::ContractClosed { trace_id, contract: reply_kit::Id::fresh(), changes: 0 });
        }
        let approved = approved(&path);
        assert!(["approval", "deleted.txt", "renamed.txt"].iter().all(|word| approved.contains(word)), "{approved}");
        assert!(!approved.contains("written.txt") && !approved.contains("contract_closed"), "{approved}");
    }

    /// Some session's label.
    fn world_adapter_label() -> world_adapter::SessionLabel {
        let id: world_adapter::SessionId = world_adapter::SessionId::fresh();
        id.label()
    }

    #[test]
    fn l106_what_lasts_is_bounded_by_size_and_by_age() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("approved.jsonl");
        let mut journal = JournalFile::rotating_at(100, path.clone());
        let line = serde_json::json!({ "event": "decision" });
        let fill = |journal: &JournalFile| (0..30).for_each(|_| journal.person(&line).unwrap());
        fill(&journal);
        let aside = set_aside(&path).unwrap();
        assert!(aside.len() > 8, "{}", aside.len());
        let old = SystemTime::now() - LASTING.age - Duration::from_mins(1);
        File::options().append(true).open(&aside[3].path).unwrap().set_modified(old).unwrap();
        fill(&journal);
        assert!(aside[2].path.exists() && !aside[3].path.exists() && aside[4].path.exists());
        journal.approved.kept.bytes = 500;
        fill(&journal);
        assert!(set_aside(&path).unwrap().len() <= 5);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_journalled_is_for_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        JournalFile::at(path.clone()).try_out().unwrap();
        for path in [calls_beside(&path), denials_beside(&path), approved_beside(&path), path] {
            assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn l68_a_line_cut_short_does_not_spoil_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("approved.jsonl");
        fs::write(&path, "{\"event\":\"whole\"}\n{\"event\":\"cut sho").unwrap();
        JournalFile::at(path.clone()).person(&serde_json::json!({ "event": "next" })).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let whole: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        assert_eq!(whole.iter().map(|line| &line["event"]).collect::<Vec<_>>(), ["whole", "next"]);
    }

    #[test]
    fn l68_a_line_that_another_process_cut_short_does_not_spoil_a_decision() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("approved.jsonl");
        let journal = JournalFile::at(path.clone());
        journal.person(&serde_json::json!({ "event": "first" })).unwrap();
        OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"event\":\"cut sho").unwrap();
        journal.person(&serde_json::json!({ "event": "next" })).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().filter(|line| serde_json::from_str::<Value>(line).is_ok()).count(), 2, "{text}");
    }

    #[test]
    fn l68_a_journal_moved_away_is_begun_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state/approved.jsonl");
        let journal = JournalFile::at(path.clone());
        let line = serde_json::json!({ "event": "test" });
        journal.person(&line).unwrap();
        fs::rename(folder.path().join("state"), folder.path().join("away")).unwrap();
        journal.person(&line).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 1);
    }
}
