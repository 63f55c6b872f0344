//! The gate takes as many steps as a text is long, whatever the text is made of (L100).

use proptest::prelude::*;

use super::HostPathKind;
use super::tests::find_host_path;

/// Texts that make a careless scanner look back or ahead again and again, by what is repeated.
const FAMILIES: [&str; 68] = [
    ":/a",
    ":/",
    "a:",
    "a:/",
    "mod:",
    "mod:a",
    "mod:/",
    "mod:a:/",
    "mod:a b:/common ",
    "mod:a!/common ",
    "ROOT_REPO:/a ",
    "~a~a/",
    "~",
    "~/",
    "a~/",
    "/",
    "//",
    "/ ",
    "a/",
    "a!/",
    "a!/b",
    "a)/b ",
    "(",
    ")",
    "<",
    "</",
    "</a",
    "</a ",
    "\\",
    "\\\\a",
    "\\\\ a",
    "a\\",
    "a \\",
    "\\/",
    "!\\/",
    "\\a ",
    "\\\\aaaa ",
    "%",
    "%2",
    "%25",
    "%2525",
    "25",
    "\\u0025",
    "\\u005c",
    "\\x5c",
    "&amp;",
    "&#38;",
    "&",
    ";",
    "}",
    "a",
    " ",
    "é",
    "\u{200b}",
    ".",
    "./",
    "a./",
    "a./B/",
    "a./b ",
    "…/",
    "a…/b ",
    "é/",
    "é/é",
    "é/common ",
    "mod:é/common ",
    "(a/b]/",
    "a-/b ",
    "漢/é",
];

/// The most steps a byte may take: a few walks in the text as it stands, and as many in the unwrapped one.
const STEPS_PER_BYTE: usize = 16;

fn steps_of(text: &str) -> usize {
    super::steps::counted(|| find_host_path(text)).1
}

#[test]
fn l100_the_gate_takes_as_many_steps_as_the_text_is_long_whatever_is_repeated() {
    for family in FAMILIES {
        for (before, after) in [("", ""), ("~ ", ""), ("mod:", "/"), ("", "2f"), ("", ":/a"), ("/", "\\")] {
            let text = |bytes: usize| format!("{before}{}{after}", family.repeat(bytes / family.len()));
            for length in [1_000, 10_000] {
                let (text, twice) = (text(length), text(length * 2));
                let (steps, more) = (steps_of(&text), steps_of(&twice));
                assert!(steps <= text.len() * STEPS_PER_BYTE, "{family:?} × {length}: {steps} steps");
                assert!(more <= steps * 2 + 100, "{family:?} × {length}: {steps} steps, twice as long: {more}");
            }
        }
    }
}

#[test]
fn l100_a_megabyte_of_anything_is_searched_in_linear_steps() {
    for family in [":/a", "mod:a!/common ", "~a~a/", "\\", "%2525", "&amp;", "a)/b ", "\u{200b}/"] {
        let text = family.repeat(1_000_000 / family.len());
        let steps = steps_of(&text);
        assert!(steps <= text.len() * STEPS_PER_BYTE, "{family:?}: {steps} steps");
        // Memory too: what is unwrapped is never longer than the text.
        let unwrapped = super::unwrapped::unwrapped(&text).map_or(0, |(bytes, _)| bytes.capacity());
        assert!(unwrapped <= text.len(), "{family:?}: {unwrapped} bytes");
    }
}

#[test]
fn l100_any_depth_of_nested_encodings_is_unwrapped() {
    for depth in [1, 2, 3, 100, 5_000, 100_000] {
        for (outer, inner) in [
            ("%25", "2fdata"),
            ("%2525", "2fdata"),
            (r"\u0025", "2fdata"),
            (r"\x5c", "x2fdata"),
            (r"\u005c", "u002fdata"),
            ("%25", "5cx2fdata"),
            ("&amp;", "#47;data"),
        ] {
            // Every layer but the first lacks its mark, which the layer outside of it stands for.
            let (mark, digits) = outer.split_at(1);
            let text = format!("{mark}{}{inner}", digits.repeat(depth));
            let (found, steps) = super::steps::counted(|| find_host_path(&text));
            assert_eq!(found.map(|found| found.kind), Some(HostPathKind::Rooted), "{outer} × {depth}");
            assert!(steps <= text.len() * STEPS_PER_BYTE, "{outer} × {depth}: {steps} steps");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 32, ..ProptestConfig::default() })]

    /// Long, repetitive and nested: pieces that matter to the gate, each repeated, one after the other.
    #[test]
    fn l100_structured_text_of_any_make_is_searched_in_linear_steps(
        pieces in prop::collection::vec((prop::sample::select(FAMILIES.to_vec()), 0..1_000_usize), 1..12),
        tail in ".{0,20}",
    ) {
        let mut text: String = pieces.iter().map(|(piece, times)| piece.repeat(*times)).collect();
        text.push_str(&tail);
        let (found, steps) = super::steps::counted(|| find_host_path(&text));
        prop_assert!(steps <= text.len() * STEPS_PER_BYTE + 64, "{} bytes, {} steps", text.len(), steps);
        prop_assert!(found.is_none_or(|found| found.at < text.len()));
    }
}
