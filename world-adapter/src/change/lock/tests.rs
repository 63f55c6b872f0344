//! Locks, as other threads and other processes meet them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::lock_file::lock_file;
use super::*;
use crate::resolve::location::LocationDigest;

fn lock<'l>(locks: &'l Locks, places: &[LocationDigest]) -> Result<ChangeLock<'l>, LockError> {
    locks.lock_places(places.iter().map(|place| place.stripe()), &mut (Instant::now() + locks.timeout))
}

#[test]
fn l102_worlds_that_share_a_folder_take_turns() {
    let folder = tempfile::tempdir().unwrap();
    let (inside, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let locations = [LocationDigest::of(b"a"), LocationDigest::of(b"b")];
    thread::scope(|scope| {
        for turn in 0..4 {
            let (inside, most, mut locations) = (&inside, &most, locations);
            // Each has its own locks, as another process would; every second one names the files in reverse order.
            let locks = Locks::with_timeout(Some(folder.path().join("locks")), Duration::from_mins(1));
            if turn % 2 == 0 {
                locations.reverse();
            }
            scope.spawn(move || {
                for _ in 0..50 {
                    let locked = lock(&locks, &locations).unwrap();
                    most.fetch_max(inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    thread::yield_now();
                    inside.fetch_sub(1, Ordering::SeqCst);
                    drop(locked);
                }
            });
        }
    });
    assert_eq!(most.load(Ordering::SeqCst), 1);
}

#[test]
fn l101_a_process_that_never_stops_changing_leaves_the_others_a_turn() {
    let folder = tempfile::tempdir().unwrap();
    let place = LocationDigest::of(b"a");
    let is_over = std::sync::atomic::AtomicBool::new(false);
    let locks = || Locks::with_timeout(Some(folder.path().join("locks")), Duration::from_mins(1));
    let (one, other) = (locks(), locks());
    let turns = thread::scope(|scope| {
        // Two threads hand the lock to each other: between two changes no other thread has time to try.
        for _ in 0..2 {
            let (one, is_over) = (&one, &is_over);
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    let _locked = lock(one, &[place]).unwrap();
                    thread::sleep(Duration::from_millis(20));
                }
            });
        }
        let started = Instant::now();
        for _ in 0..3 {
            drop(lock(&other, &[place]).unwrap());
        }
        is_over.store(true, Ordering::Relaxed);
        started.elapsed()
    });
    assert!(turns < Duration::from_secs(10), "{turns:?}");
}

#[test]
fn l102_a_change_of_a_folder_waits_for_every_change_of_a_file_and_keeps_them_all_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let locks = || Locks::with_timeout(Some(folder.path().join("locks")), Duration::from_millis(20));
    let (one, other, place) = (locks(), locks(), LocationDigest::of(b"a"));
    let file = lock(&one, &[place]).unwrap();
    let everything = |locks: &Locks| locks.lock_everything(Instant::now() + locks.timeout).is_ok();
    assert!(!everything(&one) && !everything(&other), "a file is being changed");
    drop(file);
    let _all = one.lock_everything(Instant::now() + one.timeout).unwrap();
    for locks in [&one, &other] {
        assert!(matches!(lock(locks, &[LocationDigest::of(b"b")]), Err(LockError::Busy)));
        assert!(!everything(locks));
    }
}

#[test]
fn l101_the_wait_for_a_process_that_does_not_go_on_ends() {
    let folder = tempfile::tempdir().unwrap();
    let _held = lock_file(folder.path(), "007.lock", Instant::now(), File::try_lock).unwrap();
    let error =
        lock_file(folder.path(), "007.lock", Instant::now() + Duration::from_millis(20), File::try_lock).unwrap_err();
    assert!(matches!(error, LockError::Busy));
}

#[test]
fn l101_calls_in_a_queue_do_not_each_wait_for_a_process_that_does_not_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let place = LocationDigest::of(b"a");
    let _held =
        lock_file(folder.path(), &format!("{:03}.lock", place.stripe()), Instant::now(), File::try_lock).unwrap();
    let locks = Locks::with_timeout(Some(folder.path().to_owned()), Duration::from_millis(300));
    let started = Instant::now();
    assert!((0..20).all(|_| matches!(lock(&locks, &[place]), Err(LockError::Busy))));
    assert!(started.elapsed() < Duration::from_millis(900), "{:?}", started.elapsed());
}

#[test]
fn l101_a_thread_does_not_wait_for_ever_for_another() {
    let locks = Locks::with_timeout(None, Duration::from_millis(20));
    let place = LocationDigest::of(b"a");
    let _held = lock(&locks, &[place]).unwrap();
    thread::scope(|scope| {
        scope.spawn(|| assert!(matches!(lock(&locks, &[place]), Err(LockError::Busy))));
    });
}
