//! L100: a million definitions are indexed in linear time and bounded memory.

use index::{KeyFilter, Scope};

use crate::support::{dirs, index, look, refs, write};

#[test]
fn l100_a_million_definitions_are_found_one_by_one() {
    let (_keep, dirs) = dirs(2);
    for file in 0..40 {
        let keys = (0..25_000).map(|key| format!("k{}={{}}\n", file * 25_000 + key));
        let text = keys.collect::<Vec<_>>().concat();
        write(&dirs[0], &format!("common/traits/{file:02}.txt"), &text);
    }
    write(&dirs[1], "common/traits/zz.txt", "k999999={}\nk0={}\n");
    let lens = look(&index(), &refs(&dirs), &Scope::Everything);
    assert_eq!(lens.counts().definitions, 1_000_002);
    for key in ["k0", "k999999"] {
        let found = lens.object(key, &KeyFilter::default());
        assert_eq!((found.len(), found[0].verdict.winner), (1, Some(1)));
    }
    assert_eq!(lens.conflicts(&KeyFilter::default(), |_| true).total(), 2);
}
