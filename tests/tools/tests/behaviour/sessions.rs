//! `ck3_session`, without a server around it.

use serde_json::{Value, json};

use crate::answer::Answer;
use crate::world::World;

fn names(answer: &Answer) -> Vec<&str> {
    answer.data["mods"].as_array().unwrap().iter().map(|found| found["name"].as_str().unwrap()).collect()
}

#[test]
fn l100_the_mods_are_listed_in_pages_each_from_where_the_last_one_ended() {
    let world = World::lens();
    let page = |limit: u32, after: Value| {
        let answer = world.call("ck3_session", &json!({ "limit": limit, "after": after }));
        assert_eq!(answer.data["mods_total"], 3);
        answer
    };
    for (limit, after, mods, next) in [
        (3, json!(null), ["A", "B", "Shop"].as_slice(), json!(null)),
        (2, json!(null), &["A", "B"], json!("mod:B")),
        (1, json!("mod:A"), &["B"], json!("mod:B")),
        (2, json!("mod:A/"), &["B", "Shop"], json!(null)),
        (2, json!("mod:B"), &["Shop"], json!(null)),
        (2, json!("mod:Shop"), &[], json!(null)),
        // What is no longer in the playset: from the start.
        (2, json!("mod:Gone"), &["A", "B"], json!("mod:B")),
    ] {
        let answer = page(limit, after.clone());
        assert_eq!(names(&answer), mods, "{limit} after {after}");
        assert_eq!(
            (&answer.data["after"], &answer.data["truncated"]),
            (&next, &json!(!next.is_null())),
            "{limit} after {after}"
        );
    }
}
