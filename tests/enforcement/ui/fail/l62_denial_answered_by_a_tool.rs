//! A tool can name a denial; it cannot give it.
use replies::en::denied::ContractRequired;
use reply_core::{Address, Mcp, ReplyBuilder, Terminal, Voice, Word};

fn refuse<'c>(rb: ReplyBuilder<'c>, mcp: &Voice<Mcp>, target: Address, operation: Word) -> Terminal<'c> {
    rb.denied(mcp, ContractRequired { target, operation })
}

fn main() {}
