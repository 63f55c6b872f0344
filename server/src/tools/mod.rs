//! The tools an agent sees: what each takes and tells, and how a call reaches it.

mod contract;
mod explain;
mod list;
mod session;

use enforcement::Approver;
use reply_core::{Envelope, Problem, Reply, ReplyBuilder, Terminal, Text};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use world_adapter::SessionId;

pub(crate) use explain::find as find_code;
pub(crate) use list::{Effect, Tool, offered};

use crate::app::App;
use crate::arguments;

/// Whether a call that names no session means the process's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// One agent on stdio, or a person at a terminal: the default session.
    OneAgent,
}

impl App {
    /// Answers one call of a tool.
    pub(crate) fn call(
        &self,
        tool: &Tool,
        arguments: &Map<String, Value>,
        origin: Origin,
        approver: &dyn Approver,
    ) -> Envelope {
        let envelope = self.answer(tool, arguments, origin, approver);
        self.journal.call(tool.name, &envelope);
        envelope
    }

    fn answer(&self, tool: &Tool, arguments: &Map<String, Value>, origin: Origin, approver: &dyn Approver) -> Envelope {
        let problems = arguments::problems(&tool.input, arguments);
        if !problems.is_empty() {
            return self.wrapper.bad_arguments(tool.name, problems);
        }
        match tool.name {
            ck3_dir::NAME => self.with::<ck3_dir::DirArgs>(tool, arguments, |rb, args| {
                let (rb, session) = self.session(rb, args.session.as_deref(), origin)?;
                self.dir.run(rb, session, &args)
            }),
            ck3_file::NAME => self.file_call(tool, arguments, origin, approver),
            session::NAME => {
                self.with::<session::SessionArgs>(tool, arguments, |rb, args| session::run(self, rb, &args, origin))
            }
            contract::NAME => {
                self.with::<contract::ContractArgs>(tool, arguments, |rb, args| contract::run(self, rb, args, origin))
            }
            _ => self.with::<explain::ExplainArgs>(tool, arguments, |rb, args| explain::run(self, rb, &args)),
        }
    }

    fn file_call(
        &self,
        tool: &Tool,
        arguments: &Map<String, Value>,
        origin: Origin,
        approver: &dyn Approver,
    ) -> Envelope {
        let args: ck3_file::FileArgs = match parse(arguments) {
            Ok(args) => args,
            Err(problem) => return self.wrapper.bad_arguments(tool.name, vec![problem]),
        };
        if self.read_only && args.command != ck3_file::Command::Read {
            let expected = "read: this server was started read-only".into();
            let problem = Problem { field: "command".into(), problem: "is not offered".into(), expected };
            return self.wrapper.bad_arguments(tool.name, vec![problem]);
        }
        match args.request() {
            Err(problems) => self.wrapper.bad_arguments(tool.name, problems),
            Ok(request) => self.run(tool, arguments, |rb| {
                let (rb, session) = self.session(rb, args.session.as_deref(), origin)?;
                self.file.run(rb, session, &args.path, request, approver)
            }),
        }
    }

    fn with<A: DeserializeOwned>(
        &self,
        tool: &Tool,
        arguments: &Map<String, Value>,
        body: impl for<'c> FnOnce(ReplyBuilder<'c>, A) -> Result<Reply<'c>, Terminal<'c>>,
    ) -> Envelope {
        match parse(arguments) {
            Ok(args) => self.run(tool, arguments, |rb| body(rb, args)),
            Err(problem) => self.wrapper.bad_arguments(tool.name, vec![problem]),
        }
    }

    fn run(
        &self,
        tool: &Tool,
        arguments: &Map<String, Value>,
        body: impl for<'c> FnOnce(ReplyBuilder<'c>) -> Result<Reply<'c>, Terminal<'c>>,
    ) -> Envelope {
        let call = self.wrapper.begin(tool.name).with_arguments(arguments::redacted(arguments));
        // Nobody holds a watch on this call, so it has not been given up.
        call.run(body).unwrap_or_else(|| self.wrapper.overloaded(tool.name))
    }

    /// The session a call is about.
    pub(crate) fn session<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        handle: Option<&str>,
        origin: Origin,
    ) -> Result<(ReplyBuilder<'c>, SessionId), Terminal<'c>> {
        match (handle, origin) {
            (None, Origin::OneAgent) => Ok((rb, self.world.default_session())),
            (Some(handle), _) => match self.world.find_session(handle) {
                Some(session) => Ok((rb, session)),
                None => {
                    let unknown = replies::mcp::invalid::SessionUnknown { session: Text::echo(handle) };
                    Err(rb.invalid(&self.voice, unknown))
                }
            },
        }
    }
}

/// The schema has judged the arguments; what it cannot say is said here.
fn parse<A: DeserializeOwned>(arguments: &Map<String, Value>) -> Result<A, Problem> {
    serde_json::from_value(Value::Object(arguments.clone())).map_err(|error| Problem {
        field: "arguments".into(),
        problem: Text::echo(&error.to_string()),
        expected: "arguments that fit the tool's schema".into(),
    })
}
