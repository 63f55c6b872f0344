//! A tool can name a denial; it cannot give it.
use replies::Mcp;
use replies::en::denied::ApprovalRefused;
use reply_kit::{Address, AnyCode, ReplyBuilder, Terminal, Voice, Word};

fn refuse<'c>(rb: ReplyBuilder<'c, AnyCode>, mcp: &Voice<Mcp>, target: Address, operation: Word) -> Terminal<'c> {
    rb.denied(mcp, ApprovalRefused { target, operation })
}

fn main() {}
