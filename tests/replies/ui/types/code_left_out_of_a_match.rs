//! A match over the codes of a layer names them all: adding one breaks it.
use replies::ct::Invalid;

fn advice(code: Invalid) -> &'static str {
    match code {
        Invalid::ContractAlreadyOpen => "close the other one first",
    }
}

fn main() {
    println!("{}", advice(Invalid::ContractAlreadyOpen));
}
