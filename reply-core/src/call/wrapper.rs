//! The safety wrapper: around every call, transport-free (L17–L21).

use std::sync::Arc;

use crate::call::builder::ReplyBuilder;
use crate::call::call_state::role_body;
use crate::call::crash::{self, AbnormalEnd, CrashDir};
use crate::call::reply::{ReplyBody, ReplyPayload};
use crate::call::stopwatch::Meta;
use crate::call::trace::TraceId;
use crate::call::watched_call::Call;
use crate::codes::code_table::CodeTable;
use crate::codes::declares::DeclaredCodes;
use crate::data::value::{ParamValue, ShownValues};
use crate::data::word::ArgumentProblem;
use crate::data::writer::{DataProblem, DataWriter, Leak};
use crate::envelope::envelope_value::Envelope;
use crate::envelope::render::{render, render_safely};
use crate::leak::HostPathMatch;
use crate::tool::definition::ReplyResult;

/// The layer between tools and transport. It alone makes builders, renders messages and makes envelopes.
///
/// It passes a reply through, or replaces it by one of the registry's roles: crash, leak, overload, bad arguments. It never
/// edits one.
#[derive(Clone, Debug)]
pub struct Wrapper {
    inner: Arc<WrapperState>,
}

#[derive(Debug)]
struct WrapperState {
    registry: &'static CodeTable,
    crashes: CrashDir,
}

impl Wrapper {
    /// Called by the start alone.
    pub(crate) fn new(registry: &'static CodeTable, crashes: CrashDir) -> Self {
        Self { inner: Arc::new(WrapperState { registry, crashes }) }
    }

    /// Runs a tool to its one reply.
    ///
    /// ```text
    /// let envelope = wrapper.call("ck3_dir", |rb| dir.run(rb, arguments));
    /// ```
    pub fn call<T: DeclaredCodes, F>(&self, tool: &'static str, body: F) -> Envelope
    where
        F: for<'c> FnOnce(ReplyBuilder<'c, T>) -> ReplyResult<'c>,
    {
        let call = self.begin(tool);
        let meta = Meta { trace_id: call.trace_id(), duration: std::time::Duration::ZERO };
        // This call has no watch, so it cannot have been cancelled; nor can it ask a person.
        call.run(body).reply().unwrap_or_else(|| self.envelope(self.crash_body(), meta, tool, ""))
    }

    /// Begins a call that its caller waits for, and may cancel.
    pub fn begin(&self, tool: &'static str) -> Call {
        Call::begin(self, tool)
    }

    /// Makes something that is not a reply, with the panic net around it: a panic becomes the crash code's envelope.
    pub fn guard<T>(&self, what: &'static str, make: impl FnOnce() -> T) -> Result<T, Envelope> {
        crash::catch(make).map_err(|panic| self.panicked(what, panic))
    }

    /// Watches a future that carries calls and is not itself one: a panic becomes the crash code, as in a tool. A server whose
    /// library would swallow the panic, and leave the request unanswered, polls its own glue through this.
    pub async fn watch<T>(&self, what: &'static str, future: impl Future<Output = T>) -> Result<T, Envelope> {
        crash::catch_in(future).await.map_err(|panic| self.panicked(what, panic))
    }

    /// Answers a call that was lost in the program's own code around the tool.
    pub fn crashed(&self, tool: &'static str, why: &'static str) -> Envelope {
        self.crash(tool, &AbnormalEnd::Cancelled(why))
    }

    fn panicked(&self, what: &'static str, panic: crash::Panic) -> Envelope {
        self.crash(what, &AbnormalEnd::Panic(panic))
    }

    fn crash(&self, tool: &'static str, escape: &AbnormalEnd) -> Envelope {
        let envelope = self.at_once(self.crash_body(), tool);
        self.record(envelope.trace_id(), tool, "", escape);
        envelope
    }

    fn crash_body(&self) -> ReplyBody {
        role_body(self.registry().role(|roles| roles.crash))
    }

    /// Answers a call whose arguments do not fit: the tool never runs (L20).
    pub fn bad_arguments(&self, tool: &'static str, problems: Vec<ArgumentProblem>) -> Envelope {
        let values = vec![ParamValue::list(problems, ParamValue::problem)];
        let code = self.registry().role(|roles| roles.bad_arguments);
        self.at_once(ReplyBody { code, data: ReplyPayload::Params(values) }, tool)
    }

    /// Answers a call that the server does not accept. Nothing broke, so there is no crash file: overload does not fill a disk.
    pub fn overloaded(&self, tool: &'static str) -> Envelope {
        self.at_once(role_body(self.registry().role(|roles| roles.overload)), tool)
    }

    /// Where crash files go.
    pub fn crashes(&self) -> &CrashDir {
        &self.inner.crashes
    }

    /// The program's registry.
    pub fn registry(&self) -> &'static CodeTable {
        self.inner.registry
    }

    pub(crate) fn record(&self, trace_id: TraceId, tool: &'static str, arguments: &str, escape: &AbnormalEnd) {
        crash::record(&self.inner.crashes, trace_id, tool, arguments, escape);
    }

    fn at_once(&self, body: ReplyBody, tool: &'static str) -> Envelope {
        let meta = Meta { trace_id: TraceId::fresh(), duration: std::time::Duration::ZERO };
        self.envelope(body, meta, tool, "")
    }

    /// Makes the envelope of a reply that is not a tool's own, and records what was wrong with it.
    pub(crate) fn envelope(&self, body: ReplyBody, meta: Meta, tool: &'static str, arguments: &str) -> Envelope {
        let (envelope, escape) = self.close(body, meta);
        if let Some(escape) = &escape {
            self.record(meta.trace_id, tool, arguments, escape);
        }
        envelope
    }

    /// Makes the envelope, or that of a role if the reply cannot be sent: the leak role if it would show a host path (L80), the
    /// crash role if it is too large (L100). Nothing is recorded here.
    pub(crate) fn close(&self, body: ReplyBody, meta: Meta) -> (Envelope, Option<AbnormalEnd>) {
        match close(body, meta) {
            Ok(envelope) => (envelope, None),
            Err(problem) => {
                let is_leak = matches!(problem, DataProblem::Leak(_));
                let code = self.registry().role(|roles| if is_leak { roles.leak } else { roles.crash });
                // The role has no parameters (ROLE_FITS), so nothing in it can leak.
                let data = serde_json::Value::Object(serde_json::Map::new());
                let envelope = Envelope::new(code, data, Some(render(code, &[], ShownValues::All)), meta);
                (envelope, Some(AbnormalEnd::Unsendable(problem)))
            }
        }
    }
}

/// The envelope of a reply, unless the data or the message cannot be sent.
fn close(body: ReplyBody, meta: Meta) -> Result<Envelope, DataProblem> {
    let code = body.code;
    let values = match body.data {
        ReplyPayload::Written(written) => return Ok(Envelope::new(code, written.finish()?, None, meta)),
        ReplyPayload::Params(values) => values,
    };
    let leak =
        |found: HostPathMatch| DataProblem::Leak(Leak { field: "(message)".to_owned(), kind: found.kind, site: None });
    let message = render_safely(code, &values).map_err(leak)?;
    let mut out = DataWriter::new();
    let mut object = out.object();
    for (param, value) in code.params().iter().zip(&values) {
        object.param(param.name, value);
    }
    object.end();
    Ok(Envelope::new(code, out.finish()?, Some(message), meta))
}
