//! What a dry run would change is answered as it was computed: a tool does not alter it first (L05).
use enforcement::Enforcement;
use reply_kit::{AnyCode, Reply, ReplyBuilder, Terminal};
use world_adapter::{Resolved, SessionId, Write};

fn tool<'c>(rb: ReplyBuilder<'c, AnyCode>, enforcement: &Enforcement, session: SessionId, target: Resolved) -> Result<Reply<'c>, Terminal<'c>> {
    let (rb, mut preview) = enforcement.dry_run(rb, session, target, Write::new("x"))?;
    preview.size = 0;
    Ok(enforcement.permitted(rb, &preview))
}

fn main() {}
