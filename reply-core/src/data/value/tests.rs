use serde_json::json;

use super::*;
use crate::data::echo::ECHOED;

fn text(text: &str) -> ParamValue {
    ParamValue::Text(Text::new(text.to_owned()))
}

fn problem(field: &str, expected: &str) -> ParamValue {
    let text = |text: &str| Text::new(text.to_owned());
    ParamValue::problem(ArgumentProblem { field: text(field), problem: text("is bad"), expected: text(expected) })
}

fn shown_as(value: &ParamValue, shown: ShownValues) -> String {
    let mut message = String::new();
    value.render(&mut message, shown);
    message
}

fn words(count: usize) -> Vec<ParamValue> {
    (0..count).map(|_| ParamValue::Word(Word::new("red"))).collect()
}

#[test]
fn a_message_quotes_what_is_text_and_counts_what_it_does_not_name() {
    let ten = "'red', 'red', 'red', 'red', 'red', 'red', 'red', 'red', 'red', 'red'";
    for (value, shown) in [
        (text("a"), "a"),
        (ParamValue::Word(Word::new("red")), "red"),
        (ParamValue::Count(7), "7"),
        (ParamValue::Number(-7), "-7"),
        (ParamValue::Flag(true), "yes"),
        (ParamValue::Flag(false), "no"),
        (problem("f", "good"), "f: is bad (expected good)"),
        (ParamValue::List(vec![], 0), "none"),
        (ParamValue::List(vec![text("a"), text("b")], 0), "'a', 'b'"),
        (ParamValue::List(vec![ParamValue::Count(1), ParamValue::Number(-2), ParamValue::Flag(true)], 0), "1, -2, yes"),
        (
            ParamValue::List(vec![problem("f", "x"), problem("g", "y")], 0),
            "f: is bad (expected x); g: is bad (expected y)",
        ),
        (ParamValue::List(words(10), 0), ten),
        (ParamValue::List(words(10), 3), &format!("{ten} and 3 more")),
        (ParamValue::List(words(12), 0), &format!("{ten} and 2 more")),
        (ParamValue::List(words(12), 3), &format!("{ten} and 5 more")),
    ] {
        assert_eq!(shown_as(&value, ShownValues::All), shown, "{value:?}");
    }
    let id = Id::fresh();
    assert_eq!(shown_as(&ParamValue::Id(id), ShownValues::All), id.to_string());
    assert_eq!(id.to_string().parse(), Ok(id));
}

#[test]
fn l100_a_message_shows_the_beginning_of_a_long_text() {
    let fits = "é".repeat(SHOWN);
    assert_eq!(shown_as(&text(&fits), ShownValues::All), fits);
    assert_eq!(shown_as(&text(&format!("{fits}é")), ShownValues::All), format!("{fits}…"));
}

#[test]
fn l49_what_a_message_leaves_to_the_data() {
    let address = ParamValue::Address("mod:A/b".parse().expect("an address"));
    let all = [(&address, "mod:A/b", "(an address)", "(see the data)"), (&text("a"), "a", "a", "(see the data)")];
    let both = [(&ParamValue::Count(7), "7", "7", "7"), (&ParamValue::Word(Word::new("red")), "red", "red", "red")];
    for (value, whole, without_addresses, without_text) in all.into_iter().chain(both) {
        assert_eq!(shown_as(value, ShownValues::All), whole);
        assert_eq!(shown_as(value, ShownValues::WithoutAddresses), without_addresses);
        assert_eq!(shown_as(value, ShownValues::WithoutText), without_text);
    }
}

/// No program was started here, so everything is searched for, as under `strict`.
#[test]
fn l80_a_value_of_any_kind_that_holds_a_path_is_withheld() {
    let route = |route| ParamValue::Route(Route::new(route).expect("a route"));
    let url = |url| ParamValue::Url(WebAddress::new(url).expect("a web address"));
    let secret = "/home/nate";
    for (value, is_withheld) in [
        (text(secret), true),
        (text("a"), false),
        (route("/data/nate/.ssh/id"), true),
        (route("/"), false),
        (url("https://example.org/?file=/home/nate"), true),
        (url("https://example.org/a"), false),
        (problem(secret, "x"), true),
        (problem("x", secret), true),
        (problem("x", "x"), false),
        (ParamValue::Count(7), false),
        (ParamValue::List(vec![text("a"), problem("x", secret)], 0), true),
        (ParamValue::List(vec![text("a"), text("b")], 0), false),
    ] {
        assert_eq!(value.is_withheld(), is_withheld, "{value:?}");
    }
}

#[test]
fn l49_of_a_value_what_the_agent_sent_is_echoed() {
    let echoes = Echoes::of(&json!(["/data/nate/.ssh/id", "/home/nate"]));
    let mut route = ParamValue::Route(Route::new("/data/nate/.ssh/id").expect("a route"));
    route.echo_sent(&echoes);
    assert_eq!(shown_as(&route, ShownValues::All), ECHOED);
    let mut list = ParamValue::List(vec![problem("x", "/home/nate"), text("/home/nate"), text("/home/emma")], 0);
    list.echo_sent(&echoes);
    assert_eq!(shown_as(&list, ShownValues::All), format!("x: is bad (expected {ECHOED}), '{ECHOED}', '(withheld)'"));
}

#[test]
fn l100_a_list_says_how_many_values_it_does_not_carry() {
    let items: Vec<u64> = (0..60).collect();
    let list = ParamValue::list(items, ParamValue::Count);
    assert_eq!(list.more(), 10);
    assert!(matches!(list, ParamValue::List(values, _) if values.len() == MAX_LISTED));
    assert_eq!((ParamValue::Count(7).more(), ParamValue::list(vec![7], ParamValue::Count).more()), (0, 0));
}
