//! A library that agents can ask: it finds books, and lends those that may leave the house.

mod replies;
#[cfg(test)]
mod tests;

use std::{collections::HashSet, sync::Arc, sync::Mutex};

use replies::{Rule, Shlf, Voices, rule::denied::*, shlf::error::*, shlf::invalid::*, shlf::success::*, start};
use reply_kit::{mcp::Server, prelude::*};

#[derive(Arguments)]
struct Wanted {
    /// The title, as the catalogue spells it.
    title: String,
}

#[derive(ReplyData)]
struct Book {
    /// For how many days it is lent; nothing if it stays in the house.
    days: Option<u32>,
}

code_set! { trait Finds = BookUnknown, NoCatalogue; }

/// Finds a book in the catalogue, or ends the call. The builder comes back only with a book.
async fn find<'c, T: Finds>(rb: ReplyBuilder<'c, T>, shelf: &Voice<Shlf>, title: &str) -> Step<'c, T, Book> {
    let (rb, books) = rb.require(tokio::fs::read_to_string("books.txt").await, |rb, _| rb.error(shelf, NoCatalogue))?;
    let mut books = books.lines().map(|line| line.split_once(' ').expect("a line is `DAYS TITLE`"));
    let found = books.find(|(_, known)| *known == title).map(|(days, _)| Book { days: days.parse().ok() });
    rb.require_some(found, |rb| rb.invalid(shelf, BookUnknown { title: Text::echo(title) }))
}

struct Find(Arc<Voice<Shlf>>);

codes!(Find { BookFound => Book; BookUnknown, NoCatalogue });

impl Tool for Find {
    const NAME: &'static str = "find_book";
    const TITLE: &'static str = "Find a book";
    const DESCRIPTION: &'static str = "Says whether the library has a book, and for how long it is lent.";
    const EFFECT: Effect = Effect::READ_ONLY;
    type Arguments = Wanted;

    async fn run<'c>(&self, rb: ReplyBuilder<'c, Self>, wanted: Wanted, _: &CallContext) -> ReplyResult<'c> {
        let (rb, book) = find(rb, &self.0, &wanted.title).await?;
        Ok(rb.success(&self.0, BookFound, &book))
    }
}

struct Lend(Arc<Voice<Shlf>>, Voice<Rule>, Mutex<HashSet<String>>);

codes!(Lend { BookLent => Book; BookUnknown, NoCatalogue, BookAway, StaysHere });

impl Tool for Lend {
    const NAME: &'static str = "lend_book";
    const TITLE: &'static str = "Lend a book";
    const DESCRIPTION: &'static str = "Lends a book to the person you work for.";
    const EFFECT: Effect = Effect::ADDITIVE;
    type Arguments = Wanted;

    async fn run<'c>(&self, rb: ReplyBuilder<'c, Self>, wanted: Wanted, _: &CallContext) -> ReplyResult<'c> {
        let (Self(shelf, rules, lent), title) = (self, Text::echo(&wanted.title));
        let (rb, book) = find(rb, shelf, &wanted.title).await?;
        let (rb, _) = rb.require_some(book.days, |rb| rb.denied(rules, StaysHere { title: title.clone() }))?;
        let mut lent = lent.lock().expect("nothing panics while it holds this lock");
        if lent.contains(&wanted.title) {
            return Err(rb.invalid(shelf, BookAway { title }));
        }
        // From here the call can no longer be cancelled: the change happens, and its reply says so.
        let rb = rb.commit()?;
        lent.insert(wanted.title);
        Ok(rb.success(shelf, BookLent, &book))
    }
}

/// The tools, each with the voices it speaks with.
fn tools(Program { wrapper, voices, .. }: Program<Voices>) -> Toolset {
    let shelf = Arc::new(voices.shlf);
    Toolset::new(wrapper).with(Find(shelf.clone())).with(Lend(shelf, voices.rule, Mutex::default()))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    Ok(Server::new("library", env!("CARGO_PKG_VERSION"), tools(start(CrashDir::at("crashes"))?)).serve_stdio()?)
}
