//! A layer that says by hand that it gives a code has no answer to return: that takes the seal.
mod library {
    reply_kit::registry!("own_layers.toml");
}

use library::Shlf;
use reply_kit::__private::{Answer, Answers, Success};
use reply_kit::{CodeRef, CodeType};

struct Forged;

impl CodeType for Forged {
    type Codes = library::rule::Denied;
    const CODE: library::rule::Denied = library::rule::Denied::LoanRefused;
}

impl Answers<Forged, Success> for Shlf {
    fn answer(code: Forged) -> Answer<Shlf, Success> {
        Answer::new(&library::__registry::Seal(()), code)
    }
}

fn main() {
    let _: CodeRef = Forged::CODE.into();
}
