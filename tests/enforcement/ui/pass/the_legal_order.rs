//! Resolve, enforce, execute.
use enforcement::Enforcement;
use reply_kit::{AnyCode, CallContext, Reply, ReplyBuilder, Terminal};
use world_adapter::{CreateMod, Delete, DeleteFolder, Existence, ModName, NewMod, Rename, SessionId, WorldAdapter, Write};

struct Tool<'a> {
    world: &'a WorldAdapter,
    enforcement: &'a Enforcement,
    context: &'a CallContext,
    session: SessionId,
}

impl Tool<'_> {
    fn write<'c>(&self, rb: ReplyBuilder<'c, AnyCode>, path: &str, content: &str) -> Result<Reply<'c>, Terminal<'c>> {
        let (rb, target) = self.world.resolve(rb, self.session, path, Existence::Optional)?;
        let (rb, permit) = self.enforcement.authorize(rb, self.session, target, Write::new(content), self.context)?;
        self.enforcement.write(rb, permit)
    }

    fn delete<'c>(&self, rb: ReplyBuilder<'c, AnyCode>, path: &str) -> Result<Reply<'c>, Terminal<'c>> {
        let (rb, target) = self.world.resolve(rb, self.session, path, Existence::Required)?;
        let (rb, permit) = self.enforcement.authorize(rb, self.session, target, Delete, self.context)?;
        self.enforcement.delete(rb, permit)
    }

    fn delete_folder<'c>(&self, rb: ReplyBuilder<'c, AnyCode>, path: &str) -> Result<Reply<'c>, Terminal<'c>> {
        let (rb, target) = self.world.resolve(rb, self.session, path, Existence::Required)?;
        let (rb, permit) =
            self.enforcement.authorize(rb, self.session, target, DeleteFolder::holding(3), self.context)?;
        self.enforcement.delete_folder(rb, permit)
    }

    fn create_mod<'c>(&self, rb: ReplyBuilder<'c, AnyCode>, name: ModName) -> Result<Reply<'c>, Terminal<'c>> {
        let (rb, target) = self.world.resolve_new_mod(rb, self.session, &name)?;
        let new = NewMod { name, version: None, supported_version: None, tags: Vec::new() };
        let (rb, permit) = self.enforcement.authorize(rb, self.session, target, CreateMod(new), self.context)?;
        self.enforcement.create_mod(rb, permit)
    }

    fn rename<'c>(&self, rb: ReplyBuilder<'c, AnyCode>, from: &str, to: &str) -> Result<Reply<'c>, Terminal<'c>> {
        let (rb, source) = self.world.resolve(rb, self.session, from, Existence::Required)?;
        let (rb, target) = self.world.resolve(rb, self.session, to, Existence::Optional)?;
        let (rb, permit) = self.enforcement.authorize(rb, self.session, source, Rename::to(target), self.context)?;
        self.enforcement.rename(rb, permit)
    }
}

fn main() {
    let _ = (Tool::write, Tool::delete, Tool::delete_folder, Tool::create_mod, Tool::rename);
}
