//! What a lens says of playsets on a real disk.

use std::sync::Mutex;
use std::time::Duration;

use index::{Building, FoundKey, KeyFilter, PlaysetLens, Scope, WaitOptions};
use lens::{CandidateOutcome, Certainty, Doubt, RuleId};

use crate::support::{Folders, dirs, index, look, refs, write};

fn one(lens: &PlaysetLens<Folders>, key: &str) -> FoundKey {
    let mut found = lens.object(key, &KeyFilter::default());
    assert_eq!(found.len(), 1, "{key}: {found:?}");
    found.remove(0)
}

fn winner(lens: &PlaysetLens<Folders>, key: &str) -> Option<(usize, String)> {
    let found = one(lens, key);
    found.winner().map(|winner| (lens.file(winner.file).source(), lens.file(winner.file).path().to_owned()))
}

#[test]
fn the_name_of_the_file_decides_and_not_the_place_in_the_playset() {
    let (_keep, dirs) = dirs(3);
    write(&dirs[0], "common/traits/00_traits.txt", "brave = { }\ncraven = { }\n");
    write(&dirs[1], "common/traits/zz_mine.txt", "\n\nbrave = { }\n");
    write(&dirs[2], "common/traits/01_other.txt", "brave = { }\ncraven = { }\n");
    let lens = look(&index(), &refs(&dirs), &Scope::Everything);
    assert_eq!(winner(&lens, "brave"), Some((1, "common/traits/zz_mine.txt".to_owned())));
    assert_eq!(winner(&lens, "craven"), Some((2, "common/traits/01_other.txt".to_owned())));
    let brave = one(&lens, "brave");
    assert_eq!((brave.verdict.rule, brave.verdict.certainty), (RuleId::R4, Certainty::Certain));
    assert_eq!(brave.definitions.iter().map(|found| found.line).collect::<Vec<_>>(), [1, 1, 3]);
    assert_eq!(lens.counts().files, 3);
    assert_eq!(lens.counts().definitions, 5);
}

#[test]
fn files_hidden_and_replaced_and_dlc_are_reported() {
    let (_keep, dirs) = dirs(3);
    write(&dirs[0], "common/traits/a.txt", "a = { }\nonly_here = { }\n");
    write(&dirs[0], "common/traits/b.txt", "hidden = { }\n");
    write(&dirs[0], "dlc/dlc02/common/traits/a.txt", "a = { }\n");
    write(&dirs[0], "dlc/dlc01/common/traits/a.txt", "a = { }\nof_dlc = { }\n");
    write(&dirs[1], "common/traits/sub/a.txt", "a = { }\n");
    let lens = look(&index(), &refs(&dirs), &Scope::Everything);
    assert_eq!(winner(&lens, "a"), Some((1, "common/traits/sub/a.txt".to_owned())));
    let gone = lens.vanished(&KeyFilter::default(), |_, _| true);
    let gone: Vec<String> = lens.page(&gone, 0, 10).into_iter().map(|found| found.key).collect();
    assert_eq!(gone, ["of_dlc", "only_here"]);
    write(&dirs[2], "descriptor.mod", "name=\"x\"\nreplace_path=\"common/traits\"\n");
    let lens = look(&index(), &refs(&dirs), &Scope::Everything);
    let hidden = one(&lens, "hidden");
    assert!(matches!(hidden.verdict.outcomes[0], CandidateOutcome::Hidden { .. }));
    assert_eq!((hidden.verdict.rule, hidden.winner()), (RuleId::R2, None));
}

#[test]
fn a_hundred_mods_have_the_winners_that_were_planned() {
    let (_keep, dirs) = dirs(101);
    // Mod number n defines key k where n is a multiple of k + 1, in a file whose name falls as n grows.
    for (number, dir) in dirs.iter().enumerate() {
        let keys: Vec<String> =
            (0..20).filter(|key| number % (key + 1) == 0).map(|key| format!("key_{key} = {{ }}\n")).collect();
        write(dir, &format!("common/traits/{:03}.txt", 500 - number), &keys.concat());
        write(dir, "common/decisions/same.txt", &format!("decision_{number} = {{ }}\nshared = {{ }}\n"));
    }
    let lens = look(&index(), &refs(&dirs), &Scope::Everything);
    for key in 0..20 {
        // The largest name is that of the smallest number, and 0 is a multiple of everything.
        assert_eq!(winner(&lens, &format!("key_{key}")), Some((0, "common/traits/500.txt".to_owned())));
        let expected = (0..101).filter(|number| number % (key + 1) == 0).count();
        assert_eq!(one(&lens, &format!("key_{key}")).definitions.len(), expected);
    }
    assert_eq!(winner(&lens, "shared"), Some((100, "common/decisions/same.txt".to_owned())));
    assert_eq!(lens.vanished(&KeyFilter::default(), |_, _| true).total(), 100);
    let conflicts =
        lens.conflicts(&KeyFilter::default(), |sources| sources.iter().filter(|source| **source > 0).count() > 1);
    assert_eq!(conflicts.total(), 21);
    let between = lens.conflicts(&KeyFilter::default(), |sources| sources.contains(&12) && sources.contains(&18));
    // Common divisors of 12 and 18 are 1, 2, 3 and 6; and both have the shared file.
    assert_eq!(between.total(), 5);
    let files = lens.contested_files(&KeyFilter::default(), |_| true);
    assert_eq!(files.iter().map(Vec::len).collect::<Vec<_>>(), [101]);
}

#[test]
fn dropping_or_moving_a_mod_changes_what_it_should() {
    let (_keep, dirs) = dirs(4);
    write(&dirs[1], "common/traits/a.txt", "a = { }\nfirst = { }\n");
    write(&dirs[2], "common/traits/a.txt", "a = { }\nsecond = { }\n");
    write(&dirs[3], "common/traits/z.txt", "z = { }\n");
    let lens = look(&index(), &refs(&dirs), &Scope::Everything);
    let keys = |ranks: &[Option<u32>]| -> Vec<String> {
        let other = lens.reordered(ranks);
        let differences = lens.differences(&other, &KeyFilter::default());
        lens.page(&differences, 0, 100).into_iter().map(|found| found.key).collect()
    };
    assert_eq!(keys(&[Some(0), Some(1), Some(2), Some(3)]), Vec::<String>::new());
    assert_eq!(keys(&[Some(0), Some(2), Some(1), Some(3)]), ["a", "first", "second"]);
    assert_eq!(keys(&[Some(0), Some(1), None, Some(3)]), ["a", "first", "second"]);
    assert_eq!(keys(&[Some(0), Some(1), Some(2), None]), ["z"]);
    assert_eq!(keys(&[Some(0), Some(1), Some(3), Some(2)]), Vec::<String>::new());
}

#[test]
fn l100_a_large_file_is_skipped_and_counted() {
    let (_keep, dirs) = dirs(2);
    write(&dirs[0], "common/traits/a.txt", "a = { }\n");
    write(&dirs[1], "common/traits/b.txt", "b = {\n");
    std::fs::File::create(dirs[1].join("common/traits/large.txt"))
        .and_then(|file| file.set_len(2 << 30))
        .expect("a sparse file");
    let lens = look(&index(), &refs(&dirs), &Scope::Everything);
    let counts = lens.counts();
    assert_eq!((counts.files, counts.malformed, counts.too_large, counts.definitions), (3, 1, 1, 2));
}

#[test]
fn an_unknown_key_has_neighbours() {
    let (_keep, dirs) = dirs(1);
    write(&dirs[0], "common/traits/a.txt", "brave = { }\nbrave_2 = { }\ncraven = { }\n");
    let lens = look(&index(), &refs(&dirs), &Scope::below("common/traits"));
    assert_eq!(lens.nearest_keys("brvae", &KeyFilter::default(), 5), ["brave"]);
    assert!(lens.object("brvae", &KeyFilter::default()).is_empty());
}

#[test]
fn r14_a_prefix_of_other_games_is_part_of_the_key() {
    // tiger db.rs [S]; PLS #252; the 1.20 modding report [M].
    let (_keep, dirs) = dirs(2);
    write(&dirs[0], "common/traits/00.txt", "brave = { }\n");
    write(&dirs[1], "common/traits/zz.txt", "REPLACE:brave = { }\n");
    let lens = look(&index(), &refs(&dirs), &Scope::Everything);
    assert_eq!(winner(&lens, "brave"), Some((0, "common/traits/00.txt".to_owned())));
    let replacing = one(&lens, "REPLACE:brave");
    assert_eq!(replacing.verdict.doubts, [Doubt::OtherGamesPrefix]);
}

#[test]
fn r16_dependencies_reorder_nothing_and_an_order_that_contradicts_them_is_reported() {
    // px toolkit [S]; Paradoxos #46 [W].
    let (_keep, dirs) = dirs(3);
    write(&dirs[1], "descriptor.mod", "name=\"Patch\"\ndependencies={ \"Base\" \"Absent\" }\n");
    write(&dirs[2], "descriptor.mod", "name=\"Base\"\n");
    for dir in &dirs {
        write(dir, "common/traits/a.txt", "brave = { }\n");
    }
    let lens = look(&index(), &refs(&dirs), &Scope::below("common/traits"));
    assert_eq!(lens.misordered(), [(1, 2)]);
    assert_eq!(winner(&lens, "brave"), Some((2, "common/traits/a.txt".to_owned())));
    // The other way round nothing contradicts, and the lower mod is loaded later (R19; Modding [W]).
    let turned = lens.reordered(&[Some(0), Some(2), Some(1)]);
    assert_eq!(turned.misordered(), []);
    assert_eq!(winner(&turned, "brave"), Some((1, "common/traits/a.txt".to_owned())));
}

#[test]
fn r17_r18_a_subfolder_of_common_is_of_its_database_and_a_whole_file_is_replaced() {
    // tiger tables/misc.rs COMMON_SUBDIRS_OK [S]; Modding, Common issues [W].
    let (_keep, dirs) = dirs(2);
    write(&dirs[0], "common/holdings/00_holdings.txt", "castle_holding = { }\ncity_holding = { }\n");
    write(&dirs[1], "common/holdings/mine/00.txt", "castle_holding = { }\n");
    let lens = look(&index(), &refs(&dirs), &Scope::Everything);
    assert_eq!(winner(&lens, "castle_holding"), Some((1, "common/holdings/mine/00.txt".to_owned())));
    write(&dirs[1], "common/holdings/00_holdings.txt", "city_holding = { }\n");
    let lens = look(&index(), &refs(&dirs), &Scope::Everything);
    let city = one(&lens, "city_holding");
    assert_eq!((city.verdict.rule, city.verdict.certainty), (RuleId::R1, Certainty::Certain));
    assert_eq!(winner(&lens, "city_holding"), Some((1, "common/holdings/00_holdings.txt".to_owned())));
}

#[test]
fn a_call_that_cannot_wait_gets_the_progress_and_a_later_one_succeeds() {
    let (_keep, dirs) = dirs(1);
    for number in 0..300 {
        write(&dirs[0], &format!("common/traits/{number}.txt"), &"x = { y = { } }\n".repeat(200));
    }
    let index = index();
    let folders = std::sync::Arc::new(Folders(dirs.clone()));
    let lens = |options: &WaitOptions<'_>| index.lens(&folders, &Scope::Everything, options);
    assert_eq!(lens(&WaitOptions::new(Duration::ZERO)).expect_err("no time was given").total, 300);
    let told = Mutex::new(Vec::new());
    let tell = |building: Building| told.lock().unwrap().push((building.done, building.total));
    let lens = lens(&WaitOptions::new(Duration::from_mins(1)).with_progress(&tell)).expect("a minute is enough");
    let told = told.into_inner().unwrap();
    assert!(!told.is_empty() && told.is_sorted() && told.iter().all(|(done, total)| done <= total), "{told:?}");
    assert_eq!(lens.counts().definitions, 60_000);
}
