//! The tool `ck3_dir`: where an agent is, and what is there.
//!
//! **Invariant:** it is transport-free, holds no path of the host and no right to change anything; typed arguments go in,
//! one reply comes out. `list` and `tree` are resolve → return if terminal → open through the adapter → S (L75).
//!
//! Start reading at [`Dir::run`].
#![forbid(unsafe_code)]

mod args;
mod home;

use std::sync::Arc;

use replies::mcp::invalid::NotAHome;
use replies::mcp::success::{Home, HomeChanged};
use reply_core::{Address, Mcp, Reply, ReplyBuilder, Terminal, Text, Voice};
use reply_macros::ReplyData;
use world_adapter::{Depth, Existence, Page, Resolved, RootKey, SessionId, WorldAdapter};

pub use args::{Command, DirArgs};
use home::Homes;

/// The name agents call it by.
pub const NAME: &str = "ck3_dir";

/// Every code it can answer with, besides those of the wrapper.
pub const CODES: &[&str] = &[
    "MCP-SYS-S-001",
    "MCP-SYS-S-002",
    "MCP-SYS-I-001",
    "WA-READ-S-001",
    "WA-READ-S-002",
    "WA-READ-I-001",
    "WA-READ-E-001",
    "WA-RES-I-001",
    "WA-RES-E-001",
    "WA-SYS-I-001",
];

/// What it is for, as an agent reads it.
pub const DESCRIPTION: &str = "\
Look around. pwd tells the home; cd makes a root the home (root:game, root:ck3raven_data …); list gives the files and \
directories in a directory; tree gives the directories below one, to `depth`. Places are canonical addresses: \
root:<key>/<path> or mod:<name>/<path>, never paths of the host, never relative, never with `..`. A truncated answer says \
`after`: repeat the call with it to continue.";

/// The tool, with the homes of all sessions.
#[derive(Debug)]
pub struct Dir {
    world: Arc<WorldAdapter>,
    voice: Arc<Voice<Mcp>>,
    homes: Homes,
}

/// Where home is.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct HomeData {
    /// The home, a bare root.
    pub home: Address,
}

impl Dir {
    /// A session starts at `home`.
    pub fn new(world: Arc<WorldAdapter>, voice: Arc<Voice<Mcp>>, home: RootKey) -> Self {
        Self { world, voice, homes: Homes::new(home) }
    }

    /// Answers one call.
    pub fn run<'c>(&self, rb: ReplyBuilder<'c>, session: SessionId, args: &DirArgs) -> Result<Reply<'c>, Terminal<'c>> {
        match args.command {
            Command::Pwd => Ok(rb.success(&self.voice, Home, &HomeData { home: self.homes.of(session) })),
            Command::Cd => self.cd(rb, session, args.path.as_deref().unwrap_or_default()),
            Command::List => {
                let (rb, target) = self.target(rb, session, args)?;
                let (rb, listing) = self.world.list(rb, target.reference(), &page(args))?;
                Ok(self.world.answer(rb, &listing))
            }
            Command::Tree => {
                let (rb, target) = self.target(rb, session, args)?;
                let depth = args.depth.map_or_else(Depth::default, |depth| Depth::levels(depth as usize));
                let (rb, tree) = self.world.tree(rb, target.reference(), depth, &page(args))?;
                Ok(self.world.answer(rb, &tree))
            }
        }
    }

    /// L72: a bare root that is there and visible; anything else leaves the home where it is.
    fn cd<'c>(&self, rb: ReplyBuilder<'c>, session: SessionId, input: &str) -> Result<Reply<'c>, Terminal<'c>> {
        // Without a mode nothing is visible, and it is the world's to say so.
        let rb = match self.world.session(session).mode() {
            Some(_) => rb,
            None => self.world.resolve(rb, session, input, Existence::Required)?.0,
        };
        let now = self.world.session(session);
        let possible = self.world.visible_roots(session);
        let wanted = world_adapter::Address::parse(input, now.mods()).ok().map(|address| Address::from(&address));
        match wanted.filter(|home| possible.contains(home)) {
            Some(home) => {
                self.homes
                    .set(session, home.clone(), |other| self.world.find_session(&other.id().to_string()).is_some());
                Ok(rb.success(&self.voice, HomeChanged, &HomeData { home }))
            }
            None => {
                // What cannot be a root for its length is not repeated in full either.
                let input = if input.len() > 400 { "(too long to repeat)" } else { input };
                Err(rb.invalid(&self.voice, NotAHome { input: Text::echo(input), possible }))
            }
        }
    }

    fn target<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        session: SessionId,
        args: &DirArgs,
    ) -> Result<(ReplyBuilder<'c>, Resolved), Terminal<'c>> {
        match &args.path {
            Some(path) => self.world.resolve(rb, session, path, Existence::Required),
            None => self.world.resolve(rb, session, self.homes.of(session).as_str(), Existence::Required),
        }
    }
}

fn page(args: &DirArgs) -> Page {
    let page = args.limit.map_or_else(Page::default, |limit| Page::first(limit as usize));
    match &args.after {
        Some(after) => page.after(after.as_str()),
        None => page,
    }
}
