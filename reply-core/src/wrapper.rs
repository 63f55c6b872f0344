//! The safety wrapper: around every call, transport-free (L17–L21).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::Poll;

use crate::builder::ReplyBuilder;
use crate::call::{Call, Meta, role_body};
use crate::crash::{self, CrashDir, Escape};
use crate::envelope::{Envelope, head};
use crate::leak::{HostPath, find_host_path};
use crate::registry::{Code, Registry};
use crate::render::render;
use crate::reply::{Body, Data, Reply, Terminal};
use crate::trace::TraceId;
use crate::value::Value;
use crate::word::Problem;
use crate::writer::{DataWriter, Leak};

/// What stands between tools and transport. It alone makes builders, renders messages and makes envelopes.
///
/// It passes a reply through, or replaces it by one of the registry's roles: crash, leak, overload, bad arguments. It never
/// edits one.
#[derive(Clone, Debug)]
pub struct Wrapper {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    registry: &'static Registry,
    crashes: CrashDir,
}

impl Wrapper {
    /// Called by the start door alone.
    pub(crate) fn new(registry: &'static Registry, crashes: CrashDir) -> Self {
        Self { inner: Arc::new(Inner { registry, crashes }) }
    }

    /// Runs a tool to its one reply.
    ///
    /// ```text
    /// let envelope = wrapper.call("ck3_dir", |rb| dir.run(rb, arguments));
    /// ```
    pub fn call<F>(&self, tool: &'static str, body: F) -> Envelope
    where
        F: for<'c> FnOnce(ReplyBuilder<'c>) -> Result<Reply<'c>, Terminal<'c>>,
    {
        let call = self.begin(tool);
        let meta = Meta { trace_id: call.trace_id(), duration: std::time::Duration::ZERO };
        // Nobody holds a watch on this call, so it cannot have been given up; nor does anybody ask a person for it.
        call.run(body)
            .reply()
            .unwrap_or_else(|| self.envelope(role_body(self.registry(), self.registry().roles().crash), meta, tool, ""))
    }

    /// Begins a call that somebody will wait for, and may give up.
    pub fn begin(&self, tool: &'static str) -> Call {
        Call::begin(self, tool)
    }

    /// Watches over a future that carries calls and is none itself: what escapes from it becomes the crash code, as it does
    /// from a tool. A server whose library would let the panic pass, and the request hang, polls its own glue through this.
    pub async fn watch<T>(&self, what: &'static str, future: impl Future<Output = T>) -> Result<T, Envelope> {
        let mut future = std::pin::pin!(future);
        let outcome = std::future::poll_fn(|cx| {
            // After a panic the future is polled no more, so nobody sees what it left behind.
            let polled = || catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx)));
            match crash::watch_for_panics(polled) {
                Ok(Poll::Ready(made)) => Poll::Ready(Ok(made)),
                Ok(Poll::Pending) => Poll::Pending,
                Err(panic) => Poll::Ready(Err(panic)),
            }
        });
        outcome.await.map_err(|panic| {
            let envelope = self.at_once(role_body(self.registry(), self.registry().roles().crash), what);
            self.record(envelope.trace_id(), what, "", &Escape::Panic(panic));
            envelope
        })
    }

    /// Answers a call whose arguments do not fit: the tool never runs (L20).
    pub fn bad_arguments(&self, tool: &'static str, problems: Vec<Problem>) -> Envelope {
        let values = vec![Value::list(problems, Value::problem)];
        let code = Code::at(self.registry(), self.registry().roles().bad_arguments);
        self.at_once(Body { code, data: Data::Params(values) }, tool)
    }

    /// Answers a call that the server does not take on. Nothing broke, so there is no crash file: a flood fills no disk.
    pub fn overloaded(&self, tool: &'static str) -> Envelope {
        self.at_once(role_body(self.registry(), self.registry().roles().overload), tool)
    }

    /// Where crash files go.
    pub fn crashes(&self) -> &CrashDir {
        &self.inner.crashes
    }

    /// The program's registry.
    pub fn registry(&self) -> &'static Registry {
        self.inner.registry
    }

    pub(crate) fn record(&self, trace_id: TraceId, tool: &'static str, arguments: &str, escape: &Escape) {
        crash::record(&self.inner.crashes, trace_id, tool, arguments, escape);
    }

    fn at_once(&self, body: Body, tool: &'static str) -> Envelope {
        let meta = Meta { trace_id: TraceId::fresh(), duration: std::time::Duration::ZERO };
        self.envelope(body, meta, tool, "")
    }

    /// Makes the envelope, or that of the leak role if the reply would tell a host path (L80).
    pub(crate) fn envelope(&self, body: Body, meta: Meta, tool: &'static str, arguments: &str) -> Envelope {
        close(body, meta).unwrap_or_else(|escape| {
            self.record(meta.trace_id, tool, arguments, &escape);
            let leak = Code::at(self.registry(), self.registry().roles().leak);
            // The role has no parameters (ROLE_FITS), so there is nothing in it to leak.
            seal(leak, &[], &render(leak, &[]), meta).0
        })
    }
}

/// The envelope of a reply, unless the data or the message holds a host path.
fn close(body: Body, meta: Meta) -> Result<Envelope, Escape> {
    let code = body.code;
    let values = match body.data {
        Data::Written { leak: Some(leak), .. } => return Err(escape(leak)),
        Data::Written { json, start, leak: None } => {
            let data = start..json.len();
            return Ok(Envelope::close(json, code, data, None, meta));
        }
        Data::Params(values) => values,
    };
    let message = render(code, &values);
    if let Some(found) = find_in_message(&message, &values) {
        return Err(Escape::Leak { field: "(message)".to_owned(), kind: found.kind, site: None });
    }
    match seal(code, &values, &message, meta) {
        (envelope, None) => Ok(envelope),
        (_, Some(leak)) => Err(escape(leak)),
    }
}

/// A host path in a message. Addresses are skipped by type: one such as `mod:Why?/home` may look like a path and is none.
fn find_in_message(message: &str, values: &[Value]) -> Option<HostPath> {
    find_host_path(message)?;
    let mut without = message.to_owned();
    for address in values.iter().flat_map(Value::addresses) {
        without = without.replace(address.as_str(), "(an address)");
    }
    find_host_path(&without)
}

/// The envelope of an I, D or E, and the leak that was noticed while its parameters were written.
fn seal(code: Code, values: &[Value], message: &str, meta: Meta) -> (Envelope, Option<Leak>) {
    let head = head(code, 384 + message.len() * 3);
    let start = head.len();
    let mut out = DataWriter::behind(head);
    let mut object = out.object();
    for (name, value) in code.param_names().zip(values) {
        object.param(name, value);
    }
    object.end();
    let (json, leak) = out.finish();
    let data = start..json.len();
    (Envelope::close(json, code, data, Some(message), meta), leak)
}

fn escape(leak: Leak) -> Escape {
    Escape::Leak { field: leak.field, kind: leak.site.found.kind, site: Some(leak.site) }
}
