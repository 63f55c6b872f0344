//! `list` and `tree` with `after` go through everything exactly once (L76), also while entries are added.

use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::world::{Answer, World};

/// The addresses of a page, in the order of the answer's kinds.
fn entries(answer: &Answer) -> Vec<String> {
    let others = answer.data["others"].as_array().into_iter().flatten();
    let others = others.map(|other| other["address"].as_str().unwrap().to_owned());
    let files = answer.data["files"].as_array().into_iter().flatten().map(|file| file.as_str().unwrap().to_owned());
    answer.list("directories").into_iter().chain(files).chain(others).collect()
}

/// Goes through all pages, doing something between them.
fn page_through(world: &World, mut call: Value, mut between: impl FnMut(usize)) -> Vec<Vec<String>> {
    let limit = call["limit"].as_u64().unwrap();
    let mut pages = Vec::new();
    loop {
        let answer = world.dir(call.clone());
        let page = entries(&answer);
        assert!(page.len() as u64 <= limit);
        let is_truncated = answer.data["truncated"].as_bool().unwrap();
        assert_eq!(is_truncated, answer.data["after"].is_string());
        // A cut answer is as long as it may be, and ends where it says.
        assert!(!is_truncated || page.iter().max() >= Some(&answer.string("after")));
        pages.push(page);
        if !is_truncated {
            return pages;
        }
        call["after"] = answer.data["after"].clone();
        between(pages.len());
        assert!(pages.len() < 1_000, "there is no end to it");
    }
}

/// Names in both letter cases, no two of which a disk that ignores it would take for one.
fn names() -> impl Strategy<Value = BTreeSet<String>> {
    let names = proptest::collection::btree_set("[a-cA-C0-1 _äß.-]{0,3}[a-b]", 0..24);
    names.prop_map(|names| {
        let mut seen = BTreeSet::new();
        names.into_iter().filter(|name| seen.insert(name.to_lowercase())).collect()
    })
}

fn places() -> impl Strategy<Value = BTreeSet<String>> {
    proptest::collection::btree_set("[a-c ]?[ab-](/[ab.]?[ab]){0,4}", 0..24)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn l76_list_pages_through_any_directory_exactly_once(
        old in names(), new in names(), limit in 1..7_u32, is_folder in any::<u32>(),
    ) {
        let world = World::lens();
        let make = |index: usize, name: &String| {
            let path = world.path("game/many").join(name);
            if is_folder >> (index % 32) & 1 == 1 { drop(fs::create_dir(path)) } else { drop(fs::File::create_new(path)) }
        };
        fs::create_dir(world.path("game/many")).unwrap();
        old.iter().enumerate().for_each(|(index, name)| make(index, name));
        let call = json!({ "command": "list", "path": "root:game/many", "limit": limit });
        let mut added = new.iter().enumerate();
        let pages = page_through(&world, call, |_| if let Some((index, name)) = added.next() { make(index, name) });

        let all: Vec<String> = pages.concat();
        let distinct: BTreeSet<&String> = all.iter().collect();
        prop_assert_eq!(distinct.len(), all.len(), "something came twice");
        for name in &old {
            prop_assert!(distinct.contains(&format!("root:game/many/{name}")), "{} was left out", name);
        }
        // Sorted by bytes, page after page.
        for pair in pages.windows(2) {
            prop_assert!(pair[0].iter().max() < pair[1].iter().min() || pair[1].is_empty());
        }
    }

    #[test]
    fn l76_tree_pages_through_any_directory_exactly_once(
        old in places(), new in places(), limit in 1..7_u32, depth in 1..6_u32,
    ) {
        let world = World::lens();
        fs::create_dir(world.path("game/many")).unwrap();
        let make = |place: &String| fs::create_dir_all(world.path("game/many").join(place)).unwrap();
        old.iter().for_each(make);
        let whole = json!({ "command": "tree", "path": "root:game/many", "limit": 10_000, "depth": depth });
        let expected = world.dir(whole).list("directories");

        let call = json!({ "command": "tree", "path": "root:game/many", "limit": limit, "depth": depth });
        let undisturbed = page_through(&world, call.clone(), |_| {}).concat();
        prop_assert_eq!(&undisturbed, &expected);

        let mut added = new.iter();
        let all = page_through(&world, call, |_| added.next().into_iter().for_each(make)).concat();
        let distinct: BTreeSet<&String> = all.iter().collect();
        prop_assert_eq!(distinct.len(), all.len(), "something came twice");
        prop_assert!(expected.iter().all(|place| distinct.contains(place)), "something was left out");
        let by_names = |place: &String| place.split('/').map(str::to_owned).collect::<Vec<_>>();
        prop_assert!(all.is_sorted_by_key(by_names), "each directory comes before what is in it");
    }
}

#[test]
fn l76_what_was_there_throughout_is_listed_once_while_another_process_adds_and_removes() {
    let world = World::lens();
    for number in 0..400 {
        world.put(&format!("game/busy/{number:03}.txt"), "");
    }
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let over = WhenOver(&is_over);
        scope.spawn(|| {
            for number in (0..400).cycle().take_while(|_| !is_over.load(Ordering::Acquire)) {
                let path = world.path(&format!("game/busy/{number:03}new"));
                fs::write(&path, "").unwrap();
                if number % 3 == 0 {
                    fs::remove_file(path).unwrap();
                }
            }
        });
        for limit in [7, 31, 150] {
            let call = json!({ "command": "list", "path": "root:game/busy", "limit": limit });
            let all = page_through(&world, call, |_| {}).concat();
            let lasting = all.iter().filter(|address| !address.contains("new"));
            let expected: Vec<String> = (0..400).map(|number| format!("root:game/busy/{number:03}.txt")).collect();
            assert!(lasting.eq(&expected), "with pages of {limit}");
        }
        drop(over);
    });
}

#[test]
fn l76_an_answer_that_would_be_too_long_is_cut_and_continued() {
    let world = World::lens();
    let long = "n".repeat(240);
    for number in 0..2_500 {
        world.put(&format!("game/long/{number:04}{long}"), "");
    }
    let call = json!({ "command": "list", "path": "root:game/long", "limit": 10_000 });
    let pages = page_through(&world, call, |_| {});
    assert!(pages.len() > 1, "all in one");
    assert_eq!(pages.concat().len(), 2_500);
}

/// Tells a thread to stop, also when the test fails: a scope waits for its threads.
struct WhenOver<'a>(&'a AtomicBool);

impl Drop for WhenOver<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}
