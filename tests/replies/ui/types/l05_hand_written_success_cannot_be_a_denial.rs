//! A code written by hand has nothing to answer with but what the macro made, and that fits no other layer.
use replies::Mcp;
use replies::en::denied::ContractRequired;
use reply_kit::__private::{Answer, Success};
use reply_kit::{CodeType, DeniedBy, SucceededBy};

struct Disguise(ContractRequired);

impl CodeType for Disguise {
    type Layer = Mcp;
    const INDEX: u16 = 0;
}

impl SucceededBy<Mcp> for Disguise {
    fn answer(self) -> Answer<Mcp, Success> {
        self.0.answer()
    }
}

fn main() {}
