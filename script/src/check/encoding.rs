//! The encoding: UTF-8, with a byte order mark where the game wants one, and only there.

use crate::encoding::{BOM, SourceEncoding};
use crate::folder::Folder;
use crate::problem::{Problems, SyntaxProblem};
use crate::rule::SyntaxRule;
use crate::span::Span;
use crate::visible::quoted;

pub(super) fn check(folder: Folder, bytes: &[u8], text: &[u8], problems: &mut Problems) {
    if SourceEncoding::of(bytes).is_utf16() {
        problems.add(utf16);
    }
    if wants_bom(folder, text) && !text.starts_with(BOM) {
        problems.add(|| no_bom(folder));
    }
    if let Err(error) = std::str::from_utf8(text) {
        let at = error.valid_up_to();
        problems.add(|| not_utf8(text, at));
    }
    for at in memchr::memmem::find_iter(text, BOM).filter(|at| *at > 0) {
        problems.add(|| misplaced_bom(at));
    }
}

fn wants_bom(folder: Folder, text: &[u8]) -> bool {
    folder.wants_bom() && !text.trim_ascii().is_empty()
}

fn utf16() -> SyntaxProblem {
    let message = "the file is UTF-16";
    SyntaxProblem::new(SyntaxRule::Utf16, Span::default(), message, "save it as UTF-8 with a byte order mark")
}

fn no_bom(folder: Folder) -> SyntaxProblem {
    let help = "save it as UTF-8 with a byte order mark: the file starts with U+FEFF";
    match folder {
        Folder::Localization => {
            let message = "the file has no byte order mark, and the game does not load it";
            SyntaxProblem::new(SyntaxRule::LocalizationBom, Span::default(), message, help)
        }
        _ => {
            let message = "the file has no byte order mark, and the game logs an error";
            SyntaxProblem::new(SyntaxRule::BomMissing, Span::default(), message, help)
        }
    }
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

fn misplaced_bom(at: usize) -> SyntaxProblem {
    let message = "a byte order mark stands inside the file";
    SyntaxProblem::new(
        SyntaxRule::MisplacedBom,
        Span::at(at..at + BOM.len()),
        message,
        "remove it; it belongs at the start alone",
    )
}
