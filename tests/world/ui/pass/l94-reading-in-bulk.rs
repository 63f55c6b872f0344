//! L94: the twin that compiles: sources are resolved, walked and read, and the adapter tells a part of what was read.
use reply_kit::{AnyCode, ReplyBuilder, ReplyData, Step, Verbatim};
use world_adapter::{FoundFile, SessionId, WalkOptions, WorldAdapter};

#[derive(ReplyData)]
struct Hit {
    line: Verbatim,
}

fn first<'c>(world: &WorldAdapter, rb: ReplyBuilder<'c, AnyCode>, session: SessionId) -> Step<'c, AnyCode, Option<Hit>> {
    let (rb, sources) = world.sources(rb, session)?;
    let mut hit = None;
    for source in &sources.opened {
        source.walk("common", &WalkOptions::default(), &mut |file: &FoundFile<'_>| {
            let excerpt = file.read().ok().and_then(|bytes| world.excerpt(&bytes, 0..10, 10));
            hit = excerpt.map(|excerpt| Hit { line: excerpt.text });
            std::ops::ControlFlow::Break(())
        });
    }
    Ok((rb, hit))
}

fn main() {
    let _ = first;
}
