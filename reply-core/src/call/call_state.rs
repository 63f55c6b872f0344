//! The state of a call: open, then committed or cancelled, never both (L27).

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::call::cancellation::Cancellation;
use crate::call::context::Question;
use crate::call::crash::AbnormalEnd;
use crate::call::reply::{ReplyBody, ReplyPayload};
use crate::call::trace::TraceId;
use crate::codes::code_ref::CodeRef;
use crate::codes::code_table::{CodeTable, Roles};

/// The state of a call. It leaves `OPEN` once.
const OPEN: u8 = 0;
const COMMITTED: u8 = 1;
pub(crate) const CANCELLED: u8 = 2;

#[derive(Debug)]
pub(crate) struct CallState {
    pub(crate) trace_id: TraceId,
    registry: &'static CodeTable,
    stage: Arc<AtomicU8>,
    /// What a person has to be asked before the call can go on (L26).
    question: Mutex<Option<Question>>,
    /// The codes that the tool declares, sorted; unset for a body that is not a tool.
    declared: OnceLock<Arc<[CodeRef]>>,
    /// Set when the tool answered with a code that contradicts its types, that it does not declare, or that belongs to another
    /// registry: a bug (L05, L23).
    is_mistyped: AtomicBool,
    /// The success that is true once the change has been made (L27).
    prepared: Mutex<Option<ReplyBody>>,
    /// Set when the change has been made.
    has_taken_place: AtomicBool,
    /// The cause for the crash file of a call that ends in E.
    report: Mutex<Option<String>>,
}

impl CallState {
    pub(crate) fn new(registry: &'static CodeTable) -> Self {
        Self {
            trace_id: TraceId::fresh(),
            registry,
            stage: Arc::new(AtomicU8::new(OPEN)),
            question: Mutex::new(None),
            declared: OnceLock::new(),
            is_mistyped: AtomicBool::new(false),
            prepared: Mutex::new(None),
            has_taken_place: AtomicBool::new(false),
            report: Mutex::new(None),
        }
    }

    pub(crate) fn role(&self, role: impl FnOnce(Roles) -> u16) -> CodeRef {
        self.registry.role(role)
    }

    /// States the codes of the tool. A call that continues after a question has them already.
    pub(crate) fn declare(&self, declared: &Arc<[CodeRef]>) {
        self.declared.get_or_init(|| Arc::clone(declared));
    }

    pub(crate) fn is_mistyped(&self) -> bool {
        self.is_mistyped.load(Ordering::Acquire)
    }

    /// The code of an answer; the crash role's code if it does not belong to its layer and ending, is not declared, or belongs
    /// to another registry.
    pub(crate) fn checked(&self, code: Result<CodeRef, CodeRef>) -> CodeRef {
        let crash = self.role(|roles| roles.crash);
        match code {
            Ok(code) if code.is_of(self.registry) && self.is_declared(code) => code,
            _ => {
                self.is_mistyped.store(true, Ordering::Release);
                crash
            }
        }
    }

    /// Whether the tool's `codes!` list has the code: the type says so as well, unless it was written by hand.
    fn is_declared(&self, code: CodeRef) -> bool {
        self.declared.get().is_none_or(|declared| declared.binary_search(&code).is_ok())
    }

    /// Leaves `OPEN` for a commit; false if the call was cancelled first.
    pub(crate) fn commit(&self) -> bool {
        let left = self.stage.compare_exchange(OPEN, COMMITTED, Ordering::AcqRel, Ordering::Acquire);
        matches!(left, Ok(_) | Err(COMMITTED))
    }

    pub(crate) fn cancel(&self) -> bool {
        self.stage.compare_exchange(OPEN, CANCELLED, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    /// A success that has become true is not replaced.
    pub(crate) fn prepare(&self, body: ReplyBody) {
        let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.has_taken_place.load(Ordering::Acquire) {
            *prepared = Some(body);
        }
    }

    pub(crate) fn report(&self, report: String) {
        *self.report.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
    }

    pub(crate) fn reported(&self) -> Option<AbnormalEnd> {
        self.report.lock().unwrap_or_else(PoisonError::into_inner).take().map(AbnormalEnd::Reported)
    }

    /// Counts for the change whose success is prepared and whose commit point is passed. Before that it has no effect: a tool
    /// that hands its builder to the component that makes the change could otherwise say in advance that it succeeds.
    pub(crate) fn took_place(&self) {
        let is_committed = self.stage.load(Ordering::Acquire) == COMMITTED;
        let prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        if is_committed && prepared.is_some() {
            self.has_taken_place.store(true, Ordering::Release);
        }
    }

    /// The prepared success, if the change has been made.
    pub(crate) fn true_success(&self) -> Option<ReplyBody> {
        let has_taken_place = self.has_taken_place.load(Ordering::Acquire);
        has_taken_place.then(|| self.prepared.lock().unwrap_or_else(PoisonError::into_inner).take()).flatten()
    }

    pub(crate) fn suspend(&self, question: Question) {
        *self.question() = Some(question);
    }

    pub(crate) fn take_question(&self) -> Option<Question> {
        self.question().take()
    }

    /// A panic elsewhere leaves it consistent: it is set and taken whole.
    fn question(&self) -> MutexGuard<'_, Option<Question>> {
        self.question.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancellation().is_cancelled()
    }

    pub(crate) fn cancellation(&self) -> Cancellation {
        Cancellation::of(&self.stage)
    }

    pub(crate) fn cancelled_body(&self) -> ReplyBody {
        role_body(self.role(|roles| roles.crash))
    }
}

/// A reply that the wrapper gives itself.
pub(crate) fn role_body(code: CodeRef) -> ReplyBody {
    ReplyBody { code, data: ReplyPayload::Params(Vec::new()) }
}
