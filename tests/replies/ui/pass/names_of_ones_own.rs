//! What the macros write depends on no name of the place where they are used: tools, codes and types are called what they like.
use replies::mcp::error::{Crash as T, Overloaded as D};
use replies::mcp::success::Home as C;
use reply_kit::{ReplyBuilder, ReplyData};

#[derive(ReplyData)]
struct Text {
    text: reply_kit::Text,
}

#[derive(ReplyData)]
struct Option<String> {
    none: Vec<String>,
    some: std::option::Option<Text>,
}

#[derive(ReplyData)]
struct Vec<Box>(std::vec::Vec<Box>);

#[derive(ReplyData)]
enum Result {
    Ok,
    Err,
}

#[derive(ReplyData)]
struct String {
    result: Result,
}

mod own {
    reply_kit::registry!("names_of_ones_own.toml");
}

mod d {
    pub struct D;
    reply_kit::codes!(D { super::C => super::Text; super::D, super::T });
}

mod c {
    pub struct C;
    reply_kit::codes!(C { super::C => super::Option<super::String>; super::D });
}

mod t {
    pub struct T;
    reply_kit::codes!(T { super::C => super::Text; super::T, super::D });
}

reply_kit::code_set! {
    trait Step = T, D;
}

fn step<U: Step>(_: ReplyBuilder<'_, U>) {}

fn main() {
    let _ = (step::<d::D>, step::<t::T>, reply_kit::Toolset::new, <c::C as reply_kit::DeclaredCodes>::codes);
    let _ = (Result::Ok, Result::Err);
    assert_eq!(own::REGISTRY.codes().len(), 15);
    let _ = own::wa::invalid::Text { rows: 1, text: vec!["a".into()] };
}
