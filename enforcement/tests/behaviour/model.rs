//! For any sequence of opens, closes, expiries, grants and changes, nothing is permitted that a simple model forbids.

use replies::Code;
use std::collections::HashSet;
use std::time::Duration;

use proptest::prelude::*;
use serde_json::json;
use world_adapter::Mode;

use crate::support::*;

#[derive(Clone, Debug)]
enum Step {
    Open { scope: usize, minutes: u64 },
    Close,
    Wait(u64),
    Grant,
    Write { place: usize, content: u8 },
    Delete { place: usize },
}

const SCOPES: [&str; 3] = ["mod:A", "mod:AB", "root:vscode"];
const PLACES: [&str; 6] = [
    "mod:A/m.txt",
    "mod:AB/m.txt",
    "root:ck3raven_data/wip/m.txt",
    "root:game/common/m.txt",
    "mod:Shop/m.txt",
    "root:ck3raven_data/m.txt",
];

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        (0..SCOPES.len(), 1_u64..5).prop_map(|(scope, minutes)| Step::Open { scope, minutes }),
        Just(Step::Close),
        (0_u64..200).prop_map(Step::Wait),
        Just(Step::Grant),
        (0..PLACES.len(), 0_u8..2).prop_map(|(place, content)| Step::Write { place, content }),
        (0..PLACES.len()).prop_map(|place| Step::Delete { place }),
    ];
    proptest::collection::vec(step, 1..40)
}

/// What may happen, in the plainest words.
#[derive(Default)]
struct Model {
    now: u64,
    open: Option<(usize, u64)>,
    /// Deletes that a person has agreed to, and until when.
    granted: Vec<(usize, u64)>,
}

impl Model {
    fn contract_covers(&self, place: usize) -> bool {
        self.open
            .is_some_and(|(scope, until)| self.now < until && PLACES[place].starts_with(&format!("{}/", SCOPES[scope])))
    }

    fn may_write(&self, place: usize) -> bool {
        match place {
            0 | 1 => self.contract_covers(place),
            2 => true,
            _ => false,
        }
    }

    fn may_delete(&self, place: usize) -> bool {
        let granted = self.granted.iter().any(|(granted, until)| *granted == place && self.now < *until);
        granted && (place == 2 || self.contract_covers(place)) && place <= 2
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn l64_nothing_is_permitted_that_the_model_forbids(steps in steps()) {
        let world = World::new(Mode::Ck3lens);
        for place in ["docs/mod/A/m.txt", "docs/mod/AB/m.txt", "data/wip/m.txt", "game/common/m.txt", "steam/123/m.txt", "data/m.txt"] {
            std::fs::write(world.path(place), "old").unwrap();
        }
        let mut model = Model::default();
        let mut waiting: HashSet<(usize, String)> = HashSet::new();
        for step in steps {
            match step {
                Step::Open { scope, minutes } => {
                    let request = json!({ "intent": "x", "scope": SCOPES[scope], "operations": ["write", "delete"], "expires_in_minutes": minutes });
                    let is_free = model.open.is_none_or(|(_, until)| model.now >= until);
                    let opened = world.open(&request).code == Code::ContractOpened;
                    prop_assert_eq!(opened, is_free);
                    if opened {
                        model.open = Some((scope, model.now + minutes * 60));
                    }
                }
                Step::Close => {
                    let closed = world.close().code == Code::ContractClosed;
                    prop_assert_eq!(closed, model.open.take_if(|(_, until)| model.now < *until).is_some());
                }
                Step::Wait(seconds) => {
                    world.clock.advance(Duration::from_secs(seconds));
                    model.now += seconds;
                }
                Step::Grant => {
                    for (place, request) in waiting.drain() {
                        if world.timed.grant(&request) {
                            model.granted.push((place, model.now + 600));
                        }
                    }
                }
                Step::Write { place, content } => {
                    let code = world.write(PLACES[place], &content.to_string()).code;
                    prop_assert_eq!(code == WRITTEN, model.may_write(place), "{} {}", PLACES[place], code);
                }
                Step::Delete { place } => {
                    let answer = world.delete(PLACES[place]);
                    if answer.code == DELETED {
                        prop_assert!(model.may_delete(place), "{} was deleted", PLACES[place]);
                        model.granted.retain(|(granted, _)| *granted != place);
                    }
                    if answer.code == TOKEN_REQUIRED {
                        waiting.insert((place, answer.request()));
                    }
                }
            }
        }
        for untouched in ["game/common/m.txt", "steam/123/m.txt", "data/m.txt"] {
            prop_assert_eq!(world.read(untouched), Some("old".to_owned()));
        }
    }
}
