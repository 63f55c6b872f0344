//! Nothing but the wrapper gets at the text.
use reply_kit::Terminal;

fn is_missing(terminal: &Terminal<'_>) -> bool {
    terminal.message().contains("not found")
}

fn main() {}
