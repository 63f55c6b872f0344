//! A bounded fuzz loop over parser and resolver, without coverage feedback, from the committed corpus.
//!
//! `FUZZ_SECONDS=60 FUZZ_SEED=7 cargo test -p world-adapter fuzz` runs it longer and elsewhere. The same two targets exist for
//! cargo-fuzz in `fuzz/`.

use replies::Code;
use std::time::{Duration, Instant};

use world_adapter::{Existence, Mode, SessionConfig, WorldAddress};

use crate::corpus::cases;
use crate::support::{World, code};

/// Pieces that meaning hangs on.
const PIECES: [&str; 24] = [
    "root:",
    "mod:",
    "ROOT_GAME:/",
    "game",
    "My Mod",
    ":",
    "/",
    "//",
    "..",
    ".",
    "\\",
    "~",
    "\0",
    "\u{202e}",
    "nul",
    "C:",
    "%2e",
    " ",
    "*",
    "é",
    "\u{10ffff}",
    "a.txt",
    "~1",
    "file:",
];

/// A small generator: the loop must be repeatable, not unpredictable.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % sides.max(1) as u64).unwrap()
    }
}

fn mutate(dice: &mut Dice, seeds: &[String]) -> String {
    let mut text: Vec<char> = seeds[dice.roll(seeds.len())].chars().take(400).collect();
    for _ in 0..=dice.roll(4) {
        let at = dice.roll(text.len() + 1);
        match dice.roll(5) {
            0 if at < text.len() => _ = text.remove(at),
            1 if at < text.len() => {
                text[at] = char::from_u32(u32::try_from(dice.roll(0x11_0000)).unwrap()).unwrap_or('x');
            }
            2 => text.truncate(at),
            3 => {
                let other: Vec<char> = seeds[dice.roll(seeds.len())].chars().take(100).collect();
                text.splice(at..at, other);
            }
            _ => _ = text.splice(at..at, PIECES[dice.roll(PIECES.len())].chars()),
        }
    }
    text.into_iter().collect()
}

#[test]
fn fuzzing_parser_and_resolver_finds_no_panic_no_leak_and_no_unstable_address() {
    let setting = |name: &str, otherwise: u64| std::env::var(name).map_or(otherwise, |value| value.parse().unwrap());
    let (seconds, seed) = (setting("FUZZ_SECONDS", 2), setting("FUZZ_SEED", 0x1158_3100));
    let seeds: Vec<String> = cases().into_iter().map(|(_, input, _)| input).collect();
    let disk = World::new().file("game/a.txt", "x").file("user_docs/mod/m/x.txt", "x");
    let mut dice = Dice(seed | 1);
    let started = Instant::now();
    let mut rounds = 0_u64;
    while started.elapsed() < Duration::from_secs(seconds) {
        let world = disk.again();
        world.use_session(SessionConfig::new().mode(Mode::Ck3lens).with_mod("My Mod", world.path("user_docs/mod/m")));
        let session = world.adapter.session(world.adapter.default_session());
        for _ in 0..2000 {
            let input = mutate(&mut dice, &seeds);
            if let Ok(address) = WorldAddress::parse(&input, session.mods()) {
                let again = WorldAddress::parse(address.as_str(), session.mods());
                assert_eq!(again.as_ref(), Ok(&address), "seed {seed}: {input:?}");
            }
            for existence in [Existence::Required, Existence::Optional] {
                let answer = world.resolve_as(&input, existence);
                let is_known = matches!(code(&answer), Code::AddressResolved | Code::PathNotFound);
                assert!(is_known, "seed {seed}: {input:?}: {answer}");
            }
            rounds += 1;
        }
    }
    assert!(rounds >= 2000);
}
