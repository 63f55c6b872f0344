//! Resolve, enforce, execute.
use enforcement::{Asking, Enforcement, Keeper};
use reply_core::{Reply, ReplyBuilder, Terminal};
use world_adapter::{Delete, Existence, Rename, SessionId, WorldAdapter, Write};

struct Tool<'a> {
    world: &'a WorldAdapter,
    enforcement: &'a Enforcement,
    keeper: &'a dyn Keeper,
    session: SessionId,
}

impl Tool<'_> {
    fn write<'c>(&self, rb: ReplyBuilder<'c>, path: &str, content: &str) -> Result<Reply<'c>, Terminal<'c>> {
        let (rb, target) = self.world.resolve(rb, self.session, path, Existence::Optional)?;
        let (rb, permit) = self.enforcement.authorize(rb, self.session, target, Write::new(content), Asking::AtTheDesk)?;
        self.enforcement.write(rb, permit, self.keeper)
    }

    fn delete<'c>(&self, rb: ReplyBuilder<'c>, path: &str) -> Result<Reply<'c>, Terminal<'c>> {
        let (rb, target) = self.world.resolve(rb, self.session, path, Existence::Required)?;
        let (rb, permit) = self.enforcement.authorize(rb, self.session, target, Delete, Asking::AtTheDesk)?;
        self.enforcement.delete(rb, permit, self.keeper)
    }

    fn rename<'c>(&self, rb: ReplyBuilder<'c>, from: &str, to: &str) -> Result<Reply<'c>, Terminal<'c>> {
        let (rb, source) = self.world.resolve(rb, self.session, from, Existence::Required)?;
        let (rb, target) = self.world.resolve(rb, self.session, to, Existence::Optional)?;
        let (rb, permit) = self.enforcement.authorize(rb, self.session, source, Rename::to(target), Asking::AtTheDesk)?;
        self.enforcement.rename(rb, permit, self.keeper)
    }
}

fn main() {
    let _ = (Tool::write, Tool::delete, Tool::rename);
}
