//! Searches on a world of a hundred files.

use super::file::{MAX_SEARCHED_LINE, PIECE};
use super::*;
use crate::filter::FileFilter;
use crate::pattern::Pattern;
use replies::wa::success::AddressResolved;
use reply_kit::{AnyCode, NoData, Verbatim};
use world_adapter::{Config, Mode, RootKey, SessionAuthority, SessionConfig, WorldSources};

/// A world of a hundred files with a hit each.
fn world(disk: &std::path::Path) -> (WorldAdapter, WorldSources) {
    for file in 0..100 {
        std::fs::write(disk.join(format!("{file:03}.txt")), "needle\n").unwrap();
    }
    let program = tests_started::program();
    let (world, _) = WorldAdapter::open(Config::new().root(RootKey::Game, disk), std::sync::Arc::clone(&program.wa));
    let right = SessionAuthority::of(&program.wa);
    let (session, _) = world.load_session(&right, SessionConfig::new().mode(Mode::Ck3lens));
    world.replace_session(&right, world.default_session(), |_| session);
    let mut sources = None;
    program.wrapper.call::<AnyCode, _>("test", |rb| {
        let (rb, found) = world.sources(rb, world.default_session())?;
        sources = Some(found);
        Ok(rb.success(&program.wa, AddressResolved, &NoData))
    });
    (world, sources.unwrap())
}

fn run(world: &WorldAdapter, sources: &WorldSources, cancellation: &Cancellation, limit: usize) -> FoundHits {
    let pattern = Pattern { query: "needle", is_regex: false, ignores_case: false, is_word: false };
    run_within(world, sources, (&pattern, Budget::default()), cancellation, limit)
}

fn run_within(
    world: &WorldAdapter,
    sources: &WorldSources,
    (pattern, budget): (&Pattern<'_>, Budget),
    cancellation: &Cancellation,
    limit: usize,
) -> FoundHits {
    let candidates = candidates(sources);
    run_among(world, (sources, &candidates), (pattern, budget), cancellation, limit)
}

fn candidates(sources: &WorldSources) -> Candidates {
    let (until, never) = (Instant::now() + Duration::from_mins(1), Cancellation::never());
    Candidates::find(sources, &FileFilter::default(), (&never, until), true, &mut Searched::default())
}

fn run_among(
    world: &WorldAdapter,
    (sources, candidates): (&WorldSources, &Candidates),
    (pattern, budget): (&Pattern<'_>, Budget),
    cancellation: &Cancellation,
    limit: usize,
) -> FoundHits {
    let started = Instant::now();
    let search = TextSearch {
        world,
        sources: &sources.opened,
        candidates,
        matcher: &pattern.compile().unwrap(),
        key: None,
        files: 0..candidates.len(),
        listed_line: 0,
        limit,
        cancellation,
        started,
        budget,
    };
    search.run(Searched::default())
}

#[test]
fn a_file_is_searched_in_pieces_of_whole_lines() {
    let disk = tempfile::tempdir().unwrap();
    let (world, sources) = world(disk.path());
    // Hits at the first line, at both sides of each end of a piece, and at the last line, which has no end.
    let filler = format!("{}\n", "é".repeat(50));
    let mut text = "a needle\n".to_owned();
    let (mut expected, mut line) = (vec![1], 2);
    while text.len() < 5 * PIECE {
        if (text.len() + 2 * filler.len()) % PIECE < 4 * filler.len() {
            text.push_str("é needle\n");
            expected.push(line);
            line += 1;
        }
        text.push_str(&filler);
        line += 1;
    }
    text.push_str("needle");
    expected.push(line);
    std::fs::write(disk.path().join("000.txt"), &text).unwrap();
    let found = run(&world, &sources, &Cancellation::never(), 1_000);
    let first = &found.files[0];
    let told: Vec<usize> = first.hits.iter().map(|kept| kept.hit.line).collect();
    assert_eq!((told, found.total), (expected.clone(), expected.len() + 99));
    assert!(expected.len() > 10);
    let line = |text: &str| Verbatim::read_from_file(&tests_started::program().wa, text.to_owned());
    for (at, column, text) in [(0, 3, "a needle"), (1, 3, "é needle"), (expected.len() - 1, 1, "needle")] {
        let hit = &first.hits[at].hit;
        assert_eq!((hit.column, &hit.text), (column, &line(text)));
    }
}

#[test]
fn l100_a_line_without_end_and_a_file_that_takes_too_long_are_left_out() {
    let disk = tempfile::tempdir().unwrap();
    let (world, sources) = world(disk.path());
    let write = |file: &str, text: String| std::fs::write(disk.path().join(file), text).unwrap();
    write("000.txt", "x".repeat(MAX_SEARCHED_LINE - 6) + "needle");
    write("001.txt", "x".repeat(MAX_SEARCHED_LINE) + "needle");
    write("002.txt", "x\n".repeat(PIECE) + "needle");
    let never = Cancellation::never();
    let found = run(&world, &sources, &never, 1_000);
    let left_out = |found: &FoundHits| (found.searched.too_large, found.searched.too_slow);
    assert_eq!((found.total, found.searched.files, left_out(&found)), (99, 99, (1, 0)));
    // What fits into one piece is searched whatever the time.
    let pattern = Pattern { query: "needle", is_regex: false, ignores_case: false, is_word: false };
    let budget = Budget { of_a_file: Duration::ZERO, ..Budget::default() };
    let found = run_within(&world, &sources, (&pattern, budget), &never, 1_000);
    assert_eq!((found.total, found.searched.files, left_out(&found)), (98, 98, (1, 1)));
}

#[test]
fn what_is_no_file_any_more_is_counted_and_what_is_gone_is_not() {
    let disk = tempfile::tempdir().unwrap();
    let (world, sources) = world(disk.path());
    let candidates = candidates(&sources);
    for file in ["000.txt", "001.txt"] {
        std::fs::remove_file(disk.path().join(file)).unwrap();
    }
    std::fs::create_dir(disk.path().join("000.txt")).unwrap();
    let pattern = Pattern { query: "needle", is_regex: false, ignores_case: false, is_word: false };
    let among = (&sources, &candidates);
    let found = run_among(&world, among, (&pattern, Budget::default()), &Cancellation::never(), 1_000);
    assert_eq!((found.total, found.searched.files, found.searched.unreadable), (98, 98, 1));
}

#[test]
fn l100_a_cancelled_search_reads_nothing_more() {
    let disk = tempfile::tempdir().unwrap();
    let (world, sources) = world(disk.path());
    let call = tests_started::program().wrapper.begin("test");
    let watch = call.watch();
    let mut cancellation = Cancellation::never();
    let outcome = call.run::<AnyCode, _>(|rb| {
        cancellation = rb.cancellation();
        assert!(!cancellation.is_cancelled());
        assert!(watch.cancel("nobody waits").is_some());
        Ok(rb.success(&tests_started::program().wa, AddressResolved, &NoData))
    });
    assert!(matches!(outcome, reply_kit::Outcome::Cancelled) && cancellation.is_cancelled());
    let found = run(&world, &sources, &cancellation, 10);
    assert_eq!((found.searched.files, found.ended_at), (0, Some(0)));
}

#[test]
fn l100_files_are_listed_for_as_long_as_there_is_time() {
    let disk = tempfile::tempdir().unwrap();
    let (_, sources) = world(disk.path());
    let never = Cancellation::never();
    let listed = |until: Instant| {
        let filter = FileFilter::default();
        let found = Candidates::find(&sources, &filter, (&never, until), true, &mut Searched::default());
        (found.len(), found.is_cut)
    };
    let now = Instant::now();
    assert_eq!([listed(now), listed(now + Duration::from_mins(1))], [(0, true), (100, false)]);
}

#[test]
fn l100_no_more_hits_are_kept_than_an_answer_needs() {
    let disk = tempfile::tempdir().unwrap();
    let (world, sources) = world(disk.path());
    for _ in 0..20 {
        let found = run(&world, &sources, &Cancellation::never(), 10);
        let kept: usize = found.files.iter().map(|file| file.hits.len()).sum();
        assert_eq!((found.total, found.searched.files, found.ended_at), (100, 100, None));
        assert!((11..=11 + THREADS).contains(&kept), "{kept}");
        assert!(found.files.iter().map(|file| file.index).eq(0..kept), "the first ones, in order");
    }
}
