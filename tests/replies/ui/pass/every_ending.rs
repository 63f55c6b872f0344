//! Each layer gives what it may, with its own voice.
use replies::{Voices, ct, en, mcp, wa};
use reply_kit::{AnyCode, Address, CrashDir, NoData, Program, Reply, ReplyBuilder, Terminal, Text, Word};
use reply_kit::ReplyData;

#[derive(ReplyData)]
enum Operation {
    Write,
}

#[derive(ReplyData)]
enum Mode {
    Ck3lens,
}

fn answer<'c>(which: usize, rb: ReplyBuilder<'c, AnyCode>, v: &Voices) -> Result<Reply<'c>, Terminal<'c>> {
    let target: Address = "root:game/common".parse().unwrap();
    let operation: Word = Operation::Write.into();
    Err(match which {
        0 => return Ok(rb.success(&v.wa, wa::success::AddressResolved, &NoData)),
        1 => rb.invalid(&v.wa, wa::invalid::ModeNotInitialised),
        2 => rb.error(&v.wa, wa::error::ReadFailed { target }),
        3 => return Ok(rb.success(&v.en, en::success::FileWritten, &NoData)),
        4 => rb.denied(&v.en, en::denied::NoRule { target, operation, mode: Mode::Ck3lens.into() }),
        5 => rb.error(&v.en, en::error::WriteFailed { target, operation }),
        6 => return Ok(rb.success(&v.ct, ct::success::ContractOpened, &NoData)),
        7 => rb.invalid(&v.ct, ct::invalid::ContractUnknown { contract: Text::from("x"), needed: operation }),
        8 => rb.error(&v.ct, ct::error::ContractNotRecorded),
        9 => return Ok(rb.success(&v.mcp, mcp::success::Home, &NoData)),
        10 => rb.invalid(&v.mcp, mcp::invalid::SessionUnknown { session: Text::from("x") }),
        _ => rb.error(&v.mcp, mcp::error::Overloaded),
    })
}

fn main() {
    let Program { wrapper, voices, .. } = replies::start(CrashDir::at("unused")).unwrap();
    let codes: Vec<_> = (0..12).map(|which| wrapper.call("test", |rb| answer(which, rb, &voices)).code()).collect();
    assert_eq!(codes[4], en::Denied::NoRule);
}
