//! A code written by hand may say that it is EN's denial; it is not a success of MCP, because the macro did not make it.
use replies::Mcp;
use replies::en::Denied;
use reply_kit::__private::{Answer, AnsweredBy, Success, Variant};
use reply_kit::{AnyCode, CodeType, NoData, Reply, ReplyBuilder, Voice};

struct Disguise;

enum Mine {}

impl Variant<Disguise> for Mine {
    type Codes = Denied;
    const CODE: Denied = Denied::ContractRequired;
}

impl CodeType for Disguise {
    type Variant = Mine;
}

impl AnsweredBy<Mcp, Success, Disguise> for Denied {
    fn answer(code: Disguise) -> Answer<Mcp, Success> {
        Answer::new(&(), code)
    }
}

fn tool<'c>(rb: ReplyBuilder<'c, AnyCode>, mcp: &Voice<Mcp>) -> Reply<'c> {
    rb.success(mcp, Disguise, &NoData)
}

fn main() {}
