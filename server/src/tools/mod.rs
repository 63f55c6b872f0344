//! The tools an agent sees: what each takes and tells, and how a call reaches it.

mod contract;
mod explain;
mod list;
mod session;

use enforcement::Asking;
use replies::mcp::invalid::{BadArguments, SessionRequired, SessionUnknown};
use reply_core::{Call, Envelope, Outcome, Problem, Reply, ReplyBuilder, Terminal, Text};
use serde::de::DeserializeOwned;
use serde_json::Value;
use world_adapter::SessionId;

pub(crate) use explain::{find as find_code, nearest as nearest_codes, unknown as unknown_code};
pub(crate) use list::{Effect, Tool, offered};

use crate::app::App;
use crate::arguments;

/// Whether a call that names no session means the process's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// One agent on stdio, or a person at a terminal: the default session.
    OneAgent,
    /// Several agents over HTTP: each names its session.
    ManyAgents,
}

/// One call of a tool, as it came.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) tool: &'a Tool,
    /// Whatever was sent as arguments, an object or not.
    pub(crate) arguments: &'a Value,
    pub(crate) origin: Origin,
    pub(crate) asking: Asking<'a>,
}

impl App {
    /// Answers one call of a tool that nobody gives up.
    pub(crate) fn call(&self, asked: Asked<'_>) -> Envelope {
        let call = self.wrapper.begin(asked.tool.name).with_arguments(arguments::redacted(asked.arguments));
        self.answer(call, asked).reply().unwrap_or_else(|| self.wrapper.overloaded(asked.tool.name))
    }

    /// Runs a call that has begun, and notes its reply.
    pub(crate) fn answer(&self, call: Call, asked: Asked<'_>) -> Outcome {
        let outcome = call.run(|rb| self.dispatch(rb, asked));
        if let Outcome::Replied(envelope) = &outcome {
            self.journal.call(asked.tool.name, envelope);
        }
        outcome
    }

    fn dispatch<'c>(&self, rb: ReplyBuilder<'c>, asked: Asked<'_>) -> Result<Reply<'c>, Terminal<'c>> {
        let Asked { tool, arguments, origin, asking } = asked;
        let rb = self.fitting(rb, tool, arguments)?;
        match tool.name {
            ck3_dir::NAME => {
                let (rb, args) = self.parse::<ck3_dir::DirArgs>(rb, arguments)?;
                let (rb, session) = self.session(rb, args.session.as_deref(), origin)?;
                self.dir.run(rb, session, &args)
            }
            ck3_file::NAME => {
                let (rb, args) = self.parse::<ck3_file::FileArgs>(rb, arguments)?;
                let (rb, request) = self.file_request(rb, &args)?;
                let (rb, session) = self.session(rb, args.session.as_deref(), origin)?;
                self.file.run(rb, session, &args.path, request, asking)
            }
            session::NAME => {
                let (rb, args) = self.parse(rb, arguments)?;
                session::run(self, rb, &args, origin)
            }
            contract::NAME => {
                let (rb, args) = self.parse(rb, arguments)?;
                contract::run(self, rb, args, origin)
            }
            _ => {
                let (rb, args) = self.parse(rb, arguments)?;
                explain::run(self, rb, &args)
            }
        }
    }

    /// Goes on if the arguments fit the tool's schema.
    fn fitting<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        tool: &Tool,
        arguments: &Value,
    ) -> Result<ReplyBuilder<'c>, Terminal<'c>> {
        match arguments::fitting(&tool.input, arguments) {
            Ok(_) => Ok(rb),
            Err(problems) => Err(self.bad_arguments(rb, problems)),
        }
    }

    /// What `ck3_file` is to do. Where the server is read-only, the schema has let nothing but reading pass.
    fn file_request<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        args: &ck3_file::FileArgs,
    ) -> Result<(ReplyBuilder<'c>, ck3_file::Request), Terminal<'c>> {
        match args.request() {
            Ok(request) => Ok((rb, request)),
            Err(problems) => Err(self.bad_arguments(rb, problems)),
        }
    }

    /// The schema has judged the arguments; what it cannot say is said here.
    fn parse<'c, A: DeserializeOwned>(
        &self,
        rb: ReplyBuilder<'c>,
        arguments: &Value,
    ) -> Result<(ReplyBuilder<'c>, A), Terminal<'c>> {
        match A::deserialize(arguments) {
            Ok(args) => Ok((rb, args)),
            Err(error) => {
                let problem = Problem {
                    field: "arguments".into(),
                    problem: Text::echo(&error.to_string()),
                    expected: "arguments that fit the tool's schema".into(),
                };
                Err(self.bad_arguments(rb, vec![problem]))
            }
        }
    }

    fn bad_arguments<'c>(&self, rb: ReplyBuilder<'c>, problems: Vec<Problem>) -> Terminal<'c> {
        rb.invalid(&self.voice, BadArguments { problems })
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
            (None, Origin::ManyAgents) => Err(rb.invalid(&self.voice, SessionRequired)),
            (Some(handle), _) => match self.world.find_session(handle) {
                Some(session) => Ok((rb, session)),
                None => {
                    let unknown = SessionUnknown { session: Text::echo(handle) };
                    Err(rb.invalid(&self.voice, unknown))
                }
            },
        }
    }
}
