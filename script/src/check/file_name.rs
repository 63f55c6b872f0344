//! A localization file is loaded by its name: `…_l_<language>.yml`.

use crate::localization::{Localization, language};
use crate::problem::{Problems, SyntaxProblem};
use crate::rule::SyntaxRule;
use crate::span::Span;
use crate::visible::quoted;

pub(super) fn check(path: &str, localization: &Localization<'_>, problems: &mut Problems) {
    let name = path.rsplit('/').next().unwrap_or(path);
    let header = localization.headers().first();
    let Some(expected) = language_of(name) else {
        problems.add(|| bad_name(name, localization.language()));
        return;
    };
    let Some(header) = header else { return };
    if language(localization.text(), *header) != expected.as_bytes() {
        problems.add(|| other_language(localization.text(), *header, expected));
    }
}

/// `english` of `traits_l_english.yml`.
fn language_of(name: &str) -> Option<&str> {
    let stem = name.strip_suffix(".yml")?;
    let (_, language) =
        stem.rsplit_once("_l_").or_else(|| stem.split_once("l_").filter(|(before, _)| before.is_empty()))?;
    let is_word = language.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    (is_word && !language.is_empty()).then_some(language)
}

fn bad_name(name: &str, language: Option<&[u8]>) -> SyntaxProblem {
    let language = language.map_or_else(|| "english".into(), String::from_utf8_lossy);
    let stem = name.strip_suffix(".yml").unwrap_or(name);
    SyntaxProblem::new(
        SyntaxRule::LocalizationFileName,
        Span::default(),
        format!(
            "the file name {} does not end in `_l_<language>.yml`, and the game does not load it",
            quoted(name.as_bytes())
        ),
        format!("call it {}", quoted(format!("{stem}_l_{language}.yml").as_bytes())),
    )
}

fn other_language(text: &[u8], header: Span, expected: &str) -> SyntaxProblem {
    SyntaxProblem::new(
        SyntaxRule::LocalizationLanguage,
        header,
        format!("the header {} is of another language than the file name", quoted(header.of(text))),
        format!("write `l_{expected}:`, or rename the file"),
    )
}
