//! References: fresh, sealed, bounded, safe under load (L39–L43).

use replies::Code;
use std::collections::HashSet;
use std::sync::Mutex;

use serde_json::json;
use world_adapter::{Existence, Page, TOKEN_CAPACITY};

use crate::support::{World, code};

#[test]
fn l39_a_reference_shows_as_its_address_and_nothing_else() {
    let world = World::new().file("game/a.txt", "x");
    let reference = world.target("root:game/./a.txt", Existence::Required).reference().clone();
    assert_eq!(reference.to_string(), "root:game/a.txt");
    assert_eq!(format!("{reference:?}"), "VisibilityRef(root:game/a.txt)");
    assert_eq!(serde_json::to_value(&reference).unwrap(), json!("root:game/a.txt"));
}

#[test]
fn l40_every_resolve_makes_a_fresh_reference() {
    let world = World::new();
    let first = world.target("root:game", Existence::Required).reference().clone();
    let second = world.target("root:game", Existence::Required).reference().clone();
    assert_ne!(first, second);
    assert_eq!(first.to_string(), second.to_string());
}

#[test]
fn l40_an_entry_lives_as_long_as_a_reference_to_it_and_clones_share_one() {
    let world = World::new();
    let left = world.adapter.references_left();
    let first = world.target("root:game", Existence::Required).reference().clone();
    let second = first.clone();
    assert_eq!(world.adapter.references_left(), left - 1);
    assert_eq!(first, second);
    drop(first);
    assert_eq!(world.adapter.references_left(), left - 1, "a clone is alive");
    let listed = world.call(|rb| {
        let (rb, listing) = world.adapter.list(rb, &second, &Page::default())?;
        Ok(world.adapter.answer(rb, &listing))
    });
    assert_eq!(code(&listed), Code::DirectoryListed);
    drop(second);
    assert_eq!(world.adapter.references_left(), left);
}

#[test]
fn l42_ten_times_as_many_calls_as_there_are_references_leave_none_behind() {
    let world = World::new().file("game/a.txt", "x");
    for _ in 0..10 * TOKEN_CAPACITY {
        assert_eq!(code(&world.resolve("root:game/a.txt")), Code::AddressResolved);
    }
    assert_eq!(world.adapter.references_left(), TOKEN_CAPACITY);
}

#[test]
fn l41_a_reference_of_another_world_is_unknown() {
    let (world, other) = (World::new(), World::new());
    let foreign = other.target("root:game", Existence::Required).reference().clone();
    let answer = world.call(|rb| {
        let (rb, listing) = world.adapter.list(rb, &foreign, &Page::default())?;
        Ok(world.adapter.answer(rb, &listing))
    });
    assert_eq!(code(&answer), Code::ReferenceUnknown);
    assert_eq!(answer["data"]["target"], "root:game");
}

#[test]
fn l42_the_cap_is_exact_with_32_threads_and_the_server_goes_on() {
    assert_eq!(TOKEN_CAPACITY, 10_000, "the law's number");
    let world = World::new().file("game/a.txt", "x");
    let early = world.target("root:game", Existence::Required).reference().clone();
    let references = Mutex::new(HashSet::new());
    let refused = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..32 {
            scope.spawn(|| {
                let mut mine = Vec::new();
                for _ in 0..TOKEN_CAPACITY / 32 + 20 {
                    let answer = world.call(|rb| {
                        let session = world.adapter.default_session();
                        let (rb, found) = world.adapter.resolve(rb, session, "root:game/a.txt", Existence::Required)?;
                        mine.push(found.reference().clone());
                        Ok(world.adapter.answer(rb, &found.data()))
                    });
                    match code(&answer) {
                        Code::AddressResolved => {}
                        Code::VisibilityCapacityExceeded => {
                            _ = refused.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        }
                        other => panic!("{other}"),
                    }
                }
                references.lock().unwrap().extend(mine);
            });
        }
    });
    assert_eq!(references.lock().unwrap().len(), TOKEN_CAPACITY - 1, "all unique, and one was handed out before");
    assert_eq!(refused.into_inner(), 32 * (TOKEN_CAPACITY / 32 + 20) - (TOKEN_CAPACITY - 1));
    assert_eq!(world.adapter.references_left(), 0);
    // Deterministic from here on; what needs no new reference still works.
    let answer = world.resolve("root:game/a.txt");
    assert_eq!(code(&answer), Code::VisibilityCapacityExceeded);
    assert_eq!(answer["error"]["message"], "Visibility registry capacity exceeded — restart server.");
    assert_eq!(code(&world.resolve("root:game/absent")), Code::PathNotFound);
    let listed = world.call(|rb| {
        let (rb, listing) = world.adapter.list(rb, &early, &Page::default())?;
        Ok(world.adapter.answer(rb, &listing))
    });
    assert_eq!(code(&listed), Code::DirectoryListed);
}

#[test]
fn l43_the_adapter_can_be_used_by_all_threads_at_once() {
    fn shared<T: Send + Sync>() {}
    shared::<world_adapter::WorldAdapter>();
    shared::<world_adapter::VisibilityRef>();
    shared::<world_adapter::Session>();
}
