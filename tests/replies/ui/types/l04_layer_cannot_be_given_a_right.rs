//! What a layer may answer cannot be widened from outside.
use replies::Wa;
use replies::en::denied::ContractRequired;
use reply_kit::DeniedBy;

impl DeniedBy<Wa> for ContractRequired {}

fn main() {}
