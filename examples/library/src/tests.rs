//! Every code of the library, asserted by its name.

use reply_kit::SessionSource;
use serde_json::json;

use super::*;
use crate::replies::Code;

/// `start` hands out the voices once per process, so one test holds the whole conversation.
#[test]
fn every_code_is_given_where_it_belongs() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime starts");
    let _entered = runtime.enter();
    let tools = tools(start(CrashDir::at("crashes")).expect("this is the first start"));
    let call = |tool, title| {
        let reply = tools.call(tool, &json!({ "title": title }), &CallContext::new(SessionSource::Implied));
        reply.expect("there is such a tool").code()
    };
    for (tool, title, expected) in [
        ("find_book", "Emma", Code::BookFound),
        ("find_book", "Enma", Code::BookUnknown),
        ("lend_book", "Emma", Code::BookLent),
        ("lend_book", "Emma", Code::BookAway),
        ("lend_book", "The Oxford English Dictionary", Code::StaysHere),
    ] {
        assert_eq!(call(tool, title), expected, "{tool} {title}");
    }
    std::env::set_current_dir("src").expect("the package has this folder");
    assert_eq!(call("find_book", "Emma"), Code::NoCatalogue);
}
