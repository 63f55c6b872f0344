//! L46, L50: the twin that compiles: enforcement's voice reads the domain, and enforcement denies.
use replies::En;
use reply_kit::{AnyCode, ReplyBuilder, Terminal, Voice};
use world_adapter::{Domain, Resolved};

fn decide<'c>(
    rb: ReplyBuilder<'c, AnyCode>,
    voice: &Voice<En>,
    resolved: Resolved,
) -> Result<(ReplyBuilder<'c, AnyCode>, Resolved), Terminal<'c>> {
    match resolved.domain(voice) {
        Domain::Wip => Ok((rb, resolved)),
        _ => {
            let target = resolved.reference().address().clone();
            let operation = world_adapter::OperationName::Write.into();
            Err(rb.denied(voice, replies::en::denied::ApprovalRefused { target, operation }))
        }
    }
}

fn main() {
    let _ = decide;
}
