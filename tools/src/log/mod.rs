//! The tool `ck3_log`: the game's messages, grouped and counted.
//!
//! **Invariant:** it changes nothing; the adapter reads the logs and returns no raw line. Where a session's last read ended is
//! stored here, as the home is by `ck3_dir`.

use ck3_lens::{LoadComparison, PlaysetIndex};
use ck3_session::{MAX_SESSION_LENGTH, SessionMap};
use index::Scope;
use replies::mcp::invalid::{IndexBuilding, SessionRequired, SessionUnknown};
use replies::wa::error::{ReadFailed, VisibilityCapacityExceeded};
use replies::wa::invalid::{LogCursorUnknown, LogNotFound, ModeNotInitialised, PathNotFound};
use replies::wa::success::{LogRead, LogsCompared};
use reply_kit::{Argument, ArgumentProblems, Arguments, CallContext, Effect, ReplyBuilder, ReplyResult, Tool, codes};
use world_adapter::{
    Existence, LogData, LogLevel, LogMarks, LogName, LogOrder, LogQuery, LogsSince, MAX_ADDRESS_LENGTH, SessionId,
};

use crate::ToolParts;

/// The tool, with the last read of each session.
#[derive(Debug)]
pub struct LogTool {
    playsets: PlaysetIndex,
    /// Where each session's last read ended.
    last_read: SessionMap<LogMarks>,
}

/// Which logs.
#[derive(Clone, Copy, Debug, Default, Argument)]
pub(crate) enum WhichLog {
    /// `error.log`.
    #[default]
    Error,
    /// `game.log`.
    Game,
    /// `debug.log`.
    Debug,
    /// All of them.
    All,
    /// What was loaded, compared with the lens.
    Loaded,
}

impl WhichLog {
    fn names(self) -> &'static [LogName] {
        match self {
            Self::Error => &[LogName::Error],
            Self::Game => &[LogName::Game],
            Self::Debug => &[LogName::Debug],
            Self::All => &LogName::ALL,
            Self::Loaded => &[],
        }
    }
}

/// The arguments of `ck3_log`.
#[derive(Clone, Debug, Arguments)]
#[arguments(check)]
pub struct LogArguments {
    /// error.log, game.log, debug.log or all of them; loaded: which definitions and mods the game loaded, compared with `ck3_lens`.
    #[arg(default = "\"error\"")]
    log: Option<WhichLog>,
    /// Only messages that name a file which is in force here: a mod, a folder, a file (mod:My Mod, root:game/events).
    #[arg(max_length = MAX_ADDRESS_LENGTH)]
    path: Option<String>,
    /// Only messages of this level.
    level: Option<LogLevel>,
    /// Only messages of this source file of the engine: `jomini_script_system.cpp`, with or without :line.
    #[arg(max_length = 200)]
    engine: Option<String>,
    /// Only messages that hold this text, in any letter case.
    #[arg(max_length = 1_000)]
    text: Option<String>,
    /// Only what came after an earlier look: its cursor, or last for the last look of this session.
    #[arg(max_length = 1_000)]
    since: Option<String>,
    /// Which messages come first.
    #[arg(default = "\"newest\"")]
    order: Option<LogOrder>,
    /// The most messages in one answer.
    #[arg(min = 1, max = 500, default = "50")]
    limit: Option<u32>,
    /// Continue an answer that was truncated: its `after`.
    #[arg(max_length = 1_000)]
    after: Option<String>,
    /// The session's handle, over HTTP.
    #[arg(max_length = MAX_SESSION_LENGTH, hidden)]
    session: Option<String>,
}

impl LogArguments {
    /// An argument that a comparison with the lens does not use is reported, never ignored (L70).
    fn check(&self, problems: &mut ArgumentProblems<'_>) {
        if !matches!(self.log, Some(WhichLog::Loaded)) {
            return;
        }
        let Self { path, level, engine, text, since, order, after, .. } = self;
        let given = [
            ("path", path.is_some()),
            ("level", level.is_some()),
            ("engine", engine.is_some()),
            ("text", text.is_some()),
            ("since", since.is_some()),
            ("order", order.is_some()),
            ("after", after.is_some()),
        ];
        for (field, _) in given.iter().filter(|(_, is_given)| *is_given) {
            problems.add(field, "is not used with log loaded", "log and limit alone");
        }
    }
}

codes!(LogTool {
    LogRead => LogData,
    LogsCompared => LoadComparison;
    IndexBuilding, LogNotFound, LogCursorUnknown, PathNotFound, ModeNotInitialised, ReadFailed, VisibilityCapacityExceeded, SessionRequired,
    SessionUnknown,
});

impl Tool for LogTool {
    const NAME: &'static str = "ck3_log";
    const TITLE: &'static str = "Read the game's logs";
    const DESCRIPTION: &'static str = "\
What the game said: error.log (or game, debug, all), each message once with its count, the files it names and which of them is in \
force. path limits it to a mod, folder or file; since: last shows only what came after your last look. The game writes its logs anew at \
each start. log: loaded compares what the game loaded with the lens.";
    const EFFECT: Effect = Effect::READ_ONLY;
    const BLOCKING: bool = true;
    type Arguments = LogArguments;

    async fn run<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        arguments: LogArguments,
        context: &CallContext,
    ) -> ReplyResult<'c> {
        let (rb, session) = self.playsets.sessions().find(rb, arguments.session.as_deref(), context)?;
        let world = self.playsets.world();
        if matches!(arguments.log, Some(WhichLog::Loaded)) {
            return self.compare(rb, session, &arguments);
        }
        let (rb, scope) = match &arguments.path {
            None => (rb, None),
            Some(path) => {
                let (rb, scope) = world.resolve(rb, session, path, Existence::Required)?;
                (rb, Some(scope))
            }
        };
        let since = match arguments.since.as_deref() {
            None => None,
            // Before the first read nothing is stored: all of it is new.
            Some("last") => self.last_read.get(session).map(LogsSince::Marks),
            Some(cursor) => Some(LogsSince::Cursor(cursor)),
        };
        let query = LogQuery {
            logs: arguments.log.unwrap_or_default().names(),
            level: arguments.level,
            engine: arguments.engine.as_deref(),
            text: arguments.text.as_deref(),
            since,
            order: arguments.order.unwrap_or_default(),
            limit: arguments.limit.unwrap_or(50) as usize,
            after: arguments.after.as_deref(),
        };
        let (rb, (data, marks)) = world.read_logs(rb, session, &query, scope.as_ref())?;
        // A further page belongs to the read that it continues.
        if arguments.after.is_none() {
            // A log that it did not cover keeps its mark.
            self.last_read.update(world, session, |earlier| match earlier {
                Some(earlier) => marks.or(earlier),
                None => marks,
            });
        }
        Ok(world.answer(rb, &data))
    }
}

impl LogTool {
    pub(crate) fn new(parts: &ToolParts) -> Self {
        let playsets = PlaysetIndex::new(parts.sessions.clone(), parts.index.clone(), parts.index_wait);
        Self { playsets, last_read: SessionMap::default() }
    }

    /// Compares what the game loaded with the lens. Arguments that select messages mean nothing there (L70).
    fn compare<'c>(&self, rb: ReplyBuilder<'c, Self>, session: SessionId, arguments: &LogArguments) -> ReplyResult<'c> {
        let (rb, facts) = self.playsets.world().read_load_facts(rb, session)?;
        let (rb, lens) = self.playsets.open_lens(rb, session, &Scope::Everything)?;
        let limit = arguments.limit.unwrap_or(50) as usize;
        let compared = LoadComparison::new(&lens, &facts, limit);
        Ok(self.playsets.world().answer_composed(rb, LogsCompared, &compared))
    }
}
