//! The adapter itself: roots, sessions, references, and WA's voice.

use std::fmt;
use std::sync::Arc;

use replies::Wa;
use replies::wa::invalid::{ModeNotInitialised, ReferenceUnknown};
use reply_kit::{Declares, ReplyBuilder, SharedVoice, Step, TraceId, Voice};

use crate::address::RootKey;
use crate::change::authority::Authority;
use crate::change::failure::FailureSink;
use crate::change::folder::FolderReads;
use crate::change::lock::Locks;
use crate::change::temporary_records::TemporaryRecords;
use crate::codes::ReferenceCodes;
use crate::resolve::reference::VisibilityRef;
use crate::resolve::reference_table::{ReferenceTable, Target};
use crate::resolve::visibility;
use crate::roots::config::{Config, SessionConfig};
use crate::roots::open_roots::{RootReport, Roots, StartReport};
use crate::roots::root_handle::RootHandle;
use crate::session::authority::SessionAuthority;
use crate::session::current::{Session, SessionReport};
use crate::session::mode::Mode;
use crate::session::sessions::{SessionId, SessionTable, TooManySessionsError};
use crate::validate::Validator;

/// The world as agents see it. It answers what exists where; it has no policy and no current directory (L45, L46).
pub struct WorldAdapter {
    pub(crate) voice: Arc<Voice<Wa>>,
    pub(crate) roots: Roots,
    /// Where the game is installed; it is not a root.
    pub(crate) installation: Option<RootHandle>,
    pub(crate) sessions: SessionTable,
    pub(crate) references: ReferenceTable,
    pub(crate) locks: Locks,
    pub(crate) folder_reads: FolderReads,
    pub(crate) temporary: TemporaryRecords,
    failures: Option<FailureSink>,
    pub(crate) validator: Option<Validator>,
}

impl WorldAdapter {
    /// Opens the world, from the operator's configuration.
    ///
    /// Every root is opened once; those that cannot be are in the report, and the others work.
    pub fn open(config: Config, voice: impl SharedVoice<Wa>) -> (Self, StartReport) {
        let roots = Roots::open(config.roots, config.letter_case);
        let report = roots.report();
        let installation = config.installation.and_then(|folder| RootHandle::open(folder, config.letter_case).ok());
        let world = Self {
            voice: voice.into_shared(),
            roots,
            installation,
            sessions: SessionTable::new(),
            references: ReferenceTable::new(),
            temporary: TemporaryRecords::new(config.locks.as_ref().map(|folder| folder.join("temporary"))),
            locks: Locks::new(config.shared_locks.or(config.locks)),
            folder_reads: FolderReads::default(),
            failures: config.failures,
            validator: config.validator.map(Validator::new),
        };
        (world, report)
    }

    /// The current state of the roots: for the person.
    pub fn roots(&self) -> StartReport {
        self.roots.report()
    }

    /// The current state of the roots that a session sees as a whole; what lies in a hidden root is not reported (L51).
    pub fn roots_seen(&self, id: SessionId) -> Vec<RootReport> {
        let Some(mode) = self.sessions.current(id).mode() else { return Vec::new() };
        let is_seen = |key: RootKey| visibility::whole_roots(mode).any(|seen| seen == key);
        let mut roots = self.roots.report().roots;
        roots.retain(|root| is_seen(root.key));
        for root in &mut roots {
            root.inside = root.inside.filter(|outer| is_seen(*outer));
        }
        roots
    }

    /// The roots that a session sees as a whole: the possible targets of `cd`. None without a mode.
    pub fn visible_roots(&self, id: SessionId) -> Vec<reply_kit::Address> {
        let Some(mode) = self.sessions.current(id).mode() else { return Vec::new() };
        let ready = visibility::whole_roots(mode)
            .filter(|key| self.roots.get(*key).is_some_and(|root| root.opened.is_current()));
        ready.map(RootKey::address).collect()
    }

    /// How many more references can be made (L42).
    pub fn references_left(&self) -> usize {
        self.references.left()
    }

    /// Opens the mods of a session and returns what a person should know about them. Nothing uses the session until it is put
    /// in place.
    ///
    /// Every mod is an open directory. Sessions of one playset should be clones of one loaded session, which share them.
    pub fn load_session(&self, _right: &SessionAuthority, config: SessionConfig) -> (Session, SessionReport) {
        Session::load(config, self.roots.mounts.clone(), self.roots.letter_case)
    }

    /// The process's default session, for a transport with one agent.
    pub fn default_session(&self) -> SessionId {
        self.sessions.default_id()
    }

    /// The session that a handle names.
    pub fn find_session(&self, handle: &str) -> Option<SessionId> {
        self.sessions.find(handle)
    }

    /// Whether a session still exists: state that others keep for it is removed when it does not (L101).
    pub fn has_session(&self, id: SessionId) -> bool {
        self.sessions.holds(id)
    }

    /// Notes that a session has declared or asked for a change: where there are too many sessions, those without go first.
    pub fn mark_work(&self, id: SessionId) {
        self.sessions.mark_work(id);
    }

    /// A session as it is at this moment.
    pub fn session(&self, id: SessionId) -> Arc<Session> {
        self.sessions.current(id)
    }

    /// Adds a session under an unguessable handle.
    pub fn add_session(&self, _right: &SessionAuthority, session: Session) -> Result<SessionId, TooManySessionsError> {
        self.sessions.add(session)
    }

    /// Adds a session for a person's undo: it sees every configured root. Enforcement has one while it restores.
    pub fn add_person_session(&self, _enforcement: &Authority) -> Result<SessionId, TooManySessionsError> {
        self.sessions.add(self.session(self.default_session()).with_mode(Some(Mode::Ck3ravenDev)))
    }

    /// Replaces a session as a whole by the result of `change`; the very next call sees it (L52).
    ///
    /// Returns the new session, or `None` if there is none under this handle.
    pub fn replace_session(
        &self,
        _right: &SessionAuthority,
        id: SessionId,
        change: impl FnOnce(&Session) -> Session,
    ) -> Option<Arc<Session>> {
        self.sessions.replace(id, change)
    }

    /// Replaces every session for which `change` returns one, in one step: the very next call of each sees what the operator
    /// changed (L52).
    pub fn replace_sessions(&self, _right: &SessionAuthority, change: impl FnMut(&Session) -> Option<Session>) {
        self.sessions.replace_all(change);
    }

    /// Removes a session.
    pub fn close_session(&self, id: SessionId) {
        self.sessions.close(id);
    }

    /// A session as it is at this moment, with its mode; without one nothing is visible yet.
    pub(crate) fn in_mode<'c, T: Declares<ModeNotInitialised>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        id: SessionId,
    ) -> Step<'c, T, (Arc<Session>, Mode)> {
        let session = self.sessions.current(id);
        let (rb, mode) = rb.require_some(session.mode(), |rb| rb.invalid(&self.voice, ModeNotInitialised))?;
        Ok((rb, (session, mode)))
    }

    /// What a reference refers to; one that this adapter did not make ends the call (L41).
    pub(crate) fn dereference<'c, T: ReferenceCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        reference: &VisibilityRef,
    ) -> Step<'c, T, Arc<Target>> {
        let unknown = || ReferenceUnknown { target: reference.address().clone() };
        rb.require_some(self.references.target(reference), |rb| rb.invalid(&self.voice, unknown()))
    }

    pub(crate) fn report_failure(&self, trace_id: TraceId, error: &std::io::Error) {
        if let Some(sink) = &self.failures {
            sink(trace_id, error);
        }
    }
}

impl fmt::Debug for WorldAdapter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorldAdapter").field("references_left", &self.references_left()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn l49_the_cause_of_a_failure_goes_to_the_operator_under_the_trace_id_of_its_call() {
        let program = tests_started::program();
        let told = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&told);
        let sink = move |trace_id, error: &std::io::Error| sink.lock().unwrap().push((trace_id, error.to_string()));
        let (world, _) = WorldAdapter::open(Config::new().report_failures_to(sink), Arc::clone(&program.wa));
        let trace_id = program.wrapper.begin("test").trace_id();
        world.report_failure(trace_id, &std::io::Error::other("the disk failed"));
        assert_eq!(*told.lock().unwrap(), [(trace_id, "the disk failed".to_owned())]);
    }

    #[test]
    fn l52_every_session_is_changed_by_whoever_has_the_right() {
        let program = tests_started::program();
        let (world, _) = WorldAdapter::open(Config::new(), Arc::clone(&program.wa));
        let right = SessionAuthority::of(&program.wa);
        world.replace_sessions(&right, |session| Some(session.with_mode(Some(Mode::Ck3lens))));
        assert_eq!(world.session(world.default_session()).mode(), Some(Mode::Ck3lens));
    }
}
