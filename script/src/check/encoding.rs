//! The encoding: UTF-8, with a byte order mark where the game wants one, and only there.

use crate::encoding::{BOM, SourceEncoding};
use crate::folder::Folder;
use crate::problem::{Problems, SyntaxProblem};
use crate::rule::SyntaxRule;
use crate::span::Span;
use crate::visible::quoted;

pub(super) fn check(folder: Folder, bytes: &[u8], text: &[u8], problems: &mut Problems) {
    let whole = Span::default();
    if SourceEncoding::of(bytes).is_utf16() {
        let help = "save it as UTF-8 with a byte order mark";
        problems.add_fixed(SyntaxRule::Utf16, whole, "the file is UTF-16", help);
    }
    if wants_bom(folder, text) && !text.starts_with(BOM) {
        let (rule, message) = match folder {
            Folder::Localization => {
                (SyntaxRule::LocalizationBom, "the file has no byte order mark, and the game does not load it")
            }
            _ => (SyntaxRule::BomMissing, "the file has no byte order mark, and the game logs an error"),
        };
        let help = "save it as UTF-8 with a byte order mark: the file starts with U+FEFF";
        problems.add_fixed(rule, whole, message, help);
    }
    if let Err(error) = std::str::from_utf8(text) {
        let at = error.valid_up_to();
        problems.add(|| not_utf8(text, at));
    }
    for at in memchr::memmem::find_iter(text, BOM).filter(|at| *at > 0) {
        let (span, help) = (Span::at(at..at + BOM.len()), "remove it; it belongs at the start alone");
        problems.add_fixed(SyntaxRule::MisplacedBom, span, "a byte order mark stands inside the file", help);
    }
}

fn wants_bom(folder: Folder, text: &[u8]) -> bool {
    folder.wants_bom() && !text.trim_ascii().is_empty()
}

fn not_utf8(text: &[u8], at: usize) -> SyntaxProblem {
    let span = Span::at(at..at + 1);
    let message = format!("{} is not UTF-8; the rest of the file is not checked for more", quoted(span.of(text)));
    SyntaxProblem::new(
        SyntaxRule::NotUtf8,
        span,
        message,
        "save the file as UTF-8; it looks like an old Windows encoding",
    )
}
