//! A tool cannot declare a code that is gone.
mod library {
    reply_kit::registry!("../types/own_layers.toml");
}

use library::shlf::invalid::BookAway;
use library::shlf::success::BookFound;

struct Find;

reply_kit::codes!(Find { BookFound => reply_kit::NoData; BookAway });

fn main() {
    let _ = <Find as reply_kit::DeclaredCodes>::codes();
}
