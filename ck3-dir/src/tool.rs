//! `ck3_dir`: pwd and cd, list and tree (L70–L75).

use std::sync::Arc;

use ck3_session::{SessionMap, Sessions};
use replies::mcp::invalid::{NotAHome, SessionRequired, SessionUnknown};
use replies::mcp::success::{Home, HomeChanged};
use replies::wa::error::{ReadFailed, VisibilityCapacityExceeded};
use replies::wa::invalid::{ModeNotInitialised, NotADirectory, PathNotFound};
use replies::wa::success::{DirectoryListed, TreeListed};
use reply_kit::{Address, CallContext, Effect, ReplyBuilder, ReplyData, ReplyResult, Terminal, Text, Tool, codes};
use world_adapter::{Depth, Existence, Listing, Page, Resolved, RootKey, SessionId, Tree, WorldAdapter};

use crate::arguments::{DirArguments, DirCommand};

/// The tool, with the homes of all sessions.
#[derive(Debug)]
pub struct DirTool {
    sessions: Arc<Sessions>,
    first_home: Address,
    /// The homes of sessions that changed theirs. The adapter knows nothing of them (L45, L72).
    homes: SessionMap<Address>,
}

/// Where home is.
#[derive(Clone, Debug, PartialEq, Eq, ReplyData)]
pub struct HomeData {
    /// The home, a bare root.
    pub home: Address,
}

codes!(DirTool {
    Home => HomeData,
    HomeChanged => HomeData,
    DirectoryListed => Listing,
    TreeListed => Tree;
    NotAHome, NotADirectory, PathNotFound, ModeNotInitialised, ReadFailed, VisibilityCapacityExceeded,
    SessionRequired, SessionUnknown,
});

impl Tool for DirTool {
    const NAME: &'static str = "ck3_dir";
    const TITLE: &'static str = "Look around";
    const DESCRIPTION: &'static str = "\
Look around. Places are canonical addresses: root:<key>/<path> or mod:<name>/<path>, never paths of the host, never \
relative, never with `..`. A truncated answer says `after`: repeat the call with it to continue.";
    const EFFECT: Effect = Effect::READ_ONLY;
    const BLOCKING: bool = true;
    type Arguments = DirArguments;

    async fn run<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        arguments: DirArguments,
        context: &CallContext,
    ) -> ReplyResult<'c> {
        let (rb, session) = self.sessions.find(rb, arguments.session.as_deref(), context)?;
        match arguments.command {
            DirCommand::Pwd => Ok(rb.success(self.sessions.voice(), Home, &HomeData { home: self.home_of(session) })),
            DirCommand::Cd { path } => self.cd(rb, session, &path),
            DirCommand::List { path, page, details } => {
                let (rb, target) = self.target(rb, session, path.as_deref())?;
                let page = Page::from(page);
                let page = if details == Some(true) { page.with_details() } else { page };
                let (rb, listing) = self.world().list(rb, &target, &page)?;
                Ok(self.world().answer(rb, &listing))
            }
            DirCommand::Tree { path, depth, page } => {
                let (rb, target) = self.target(rb, session, path.as_deref())?;
                let depth = depth.map_or_else(Depth::default, |depth| Depth::levels(depth as usize));
                let (rb, tree) = self.world().tree(rb, &target, depth, &page.into())?;
                Ok(self.world().answer(rb, &tree))
            }
        }
    }
}

impl DirTool {
    /// A session starts at `home`.
    pub fn new(sessions: Arc<Sessions>, home: RootKey) -> Self {
        Self { sessions, first_home: home.address(), homes: SessionMap::default() }
    }

    fn world(&self) -> &WorldAdapter {
        self.sessions.world()
    }

    fn home_of(&self, session: SessionId) -> Address {
        self.homes.get(session).unwrap_or_else(|| self.first_home.clone())
    }

    /// L72: an existing, visible bare root; anything else leaves the home unchanged.
    fn cd<'c>(&self, rb: ReplyBuilder<'c, Self>, session: SessionId, input: &str) -> ReplyResult<'c> {
        let world = self.world();
        // Without a mode nothing is visible, and WA reports that.
        let rb = match world.session(session).mode() {
            Some(_) => rb,
            None => world.resolve(rb, session, input, Existence::Required)?.0,
        };
        let now = world.session(session);
        let possible = world.visible_roots(session);
        let wanted =
            world_adapter::WorldAddress::parse(input, now.mods()).ok().map(|address| address.as_address().clone());
        match wanted.filter(|home| possible.contains(home)) {
            Some(home) => {
                self.homes.update(world, session, |_| home.clone());
                Ok(rb.success(self.sessions.voice(), HomeChanged, &HomeData { home }))
            }
            None => {
                let input = Text::echo(world_adapter::echoed_input(input));
                Err(rb.invalid(self.sessions.voice(), NotAHome { input, possible }))
            }
        }
    }

    /// The given address, or the home.
    fn target<'c>(
        &self,
        rb: ReplyBuilder<'c, Self>,
        session: SessionId,
        path: Option<&str>,
    ) -> Result<(ReplyBuilder<'c, Self>, Resolved), Terminal<'c>> {
        match path {
            Some(path) => self.world().resolve(rb, session, path, Existence::Required),
            None => self.world().resolve(rb, session, self.home_of(session).as_str(), Existence::Required),
        }
    }
}
