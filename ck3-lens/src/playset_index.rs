//! The index for tools: the current playset of a session, or the progress of the index.

use std::sync::Arc;
use std::time::Duration;

use ck3_session::Sessions;
use index::{Building, Index, PlaysetLens, Scope, WaitOptions};
use replies::mcp::invalid::IndexBuilding;
use reply_kit::{Cancellation, Declares, ReplyBuilder, Step};
use world_adapter::{ResolveCodes, SessionId, WorldAdapter, WorldSources};

use crate::sources::SessionSources;

/// Opens lenses on the playsets of sessions.
#[derive(Clone, Debug)]
pub struct PlaysetIndex {
    sessions: Arc<Sessions>,
    index: Index,
    wait: Duration,
}

impl PlaysetIndex {
    /// For the playsets of sessions, with an index for which a call waits at most this long.
    pub fn new(sessions: Arc<Sessions>, index: Index, wait: Duration) -> Self {
        Self { sessions, index, wait }
    }

    /// The sessions.
    pub fn sessions(&self) -> &Sessions {
        &self.sessions
    }

    /// The world that they see.
    pub fn world(&self) -> &WorldAdapter {
        self.sessions.world()
    }

    /// Scans the session's current sources (L92).
    pub fn open_lens<'c, T: ResolveCodes + Declares<IndexBuilding>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
        scope: &Scope,
    ) -> Step<'c, T, PlaysetLens<SessionSources>> {
        let (rb, sources) = self.world().sources(rb, session)?;
        self.look_at(rb, sources, scope)
    }

    /// Looks at sources that were resolved by this call.
    pub fn look_at<'c, T: Declares<IndexBuilding>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        sources: WorldSources,
        scope: &Scope,
    ) -> Step<'c, T, PlaysetLens<SessionSources>> {
        let sources = Arc::new(SessionSources::new(sources));
        let (cancellation, progress) = (rb.cancellation(), rb.progress());
        let is_cancelled = || cancellation.is_cancelled();
        let tell = |at: Building| progress.report(at.done as u64, at.total as u64, "files of the playset read");
        let options = WaitOptions::new(self.wait).with_cancellation(&is_cancelled).with_progress(&tell);
        let lens = self.index.lens(&sources, scope, &options);
        rb.require(lens, |rb, building| rb.invalid(self.sessions.voice(), self.building(building)))
    }

    /// The same for suggestions: `None` if it takes longer than a moment.
    pub fn try_lens(
        &self,
        sources: WorldSources,
        scope: &Scope,
        cancellation: &Cancellation,
    ) -> Option<PlaysetLens<SessionSources>> {
        const TRY_TIMEOUT: Duration = Duration::from_secs(2);
        let sources = Arc::new(SessionSources::new(sources));
        let is_cancelled = || cancellation.is_cancelled();
        self.index
            .lens(&sources, scope, &WaitOptions::new(self.wait.min(TRY_TIMEOUT)).with_cancellation(&is_cancelled))
            .ok()
    }

    /// The progress of the index, and when it will be ready at this rate.
    fn building(&self, building: Building) -> IndexBuilding {
        let Building { done, total } = building;
        let waited = u64::try_from(self.wait.as_millis()).unwrap_or(u64::MAX);
        let left = total.saturating_sub(done) as u64;
        let retry_after_ms = waited.saturating_mul(left).checked_div(done as u64).unwrap_or(1_000).clamp(200, 30_000);
        IndexBuilding { done: done as u64, total: total as u64, retry_after_ms }
    }
}
