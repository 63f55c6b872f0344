//! Text that an agent may see: scanned when it is created (L49).

use std::backtrace::Backtrace;
use std::borrow::Cow;
use std::fmt;

use crate::data::address::Address;
use crate::data::echo::{ECHOED, Echoes};
use crate::leak::{HostPathMatch, find_leak};

/// The most bytes of a text in a reply; a longer one is cut, with the count of the rest (L100).
pub const MAX_TEXT: usize = 16 * 1024;

/// The most bytes of an input that are echoed in full: no address is longer. Of a longer one, the beginning is enough to
/// recognise it.
pub const MAX_ECHO: usize = 4 * 1024;

/// How many characters are shown of an input that is too long to be echoed.
const ECHO_BEGINNING: usize = 200;

/// Text that was scanned for host paths when it was created.
///
/// Creating one never fails. Text with a host path shows nothing of it, remembers where it was created, and turns the reply
/// that carries it into the registry's leak code (L80), unless the agent sent that path itself: then it is shown like
/// [`Text::echo`], so that no input causes a system error. A long text is scanned in full before it is cut, and again
/// afterwards, so that cutting neither hides a path nor makes one.
///
/// Characters are kept unchanged, invisible ones too: an agent must be able to repeat a name exactly. Code that shows a text to
/// a person makes it [`crate::visible`] first (L103).
///
/// ```
/// use reply_core::Text;
/// assert_eq!(Text::from("and/or").to_string(), "and/or");
/// assert_eq!(Text::from("/home/nate").to_string(), "(withheld)");
/// ```
#[derive(Clone)]
pub struct Text {
    content: Result<Cow<'static, str>, std::sync::Arc<LeakSite>>,
}

/// Where a text with a host path was created.
#[derive(Debug)]
pub struct LeakSite {
    /// What was found.
    pub found: HostPathMatch,
    /// The stack at that moment.
    pub stack: Backtrace,
    /// The text, to be compared with the agent's input. It is never shown.
    withheld: Withheld,
}

struct Withheld(Cow<'static, str>);

impl fmt::Debug for Withheld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(WITHHELD)
    }
}

const WITHHELD: &str = "(withheld)";

impl Text {
    /// Scans a text and keeps it, or its first [`MAX_TEXT`] bytes.
    pub fn new(text: impl Into<Cow<'static, str>>) -> Self {
        let text = text.into();
        let content = match find_leak(&text) {
            None if text.len() <= MAX_TEXT => Ok(text),
            None => Ok(cut(&text, text.floor_char_boundary(MAX_TEXT)).into()),
            Some(found) => {
                let (stack, withheld) = (Backtrace::force_capture(), Withheld(text));
                Err(std::sync::Arc::new(LeakSite { found, stack, withheld }))
            }
        };
        Self { content }
    }

    /// The part of a withheld text that may be sent because the agent sent the rest; `None` if that is not all, or if nothing
    /// is withheld.
    pub(crate) fn without(&self, echoes: &Echoes) -> Option<String> {
        let withheld = &self.leak()?.withheld.0;
        let rest = echoes.without(withheld)?;
        Some(if rest.len() <= MAX_TEXT { rest } else { cut(&rest, rest.floor_char_boundary(MAX_TEXT)) })
    }

    /// Replaces what the agent sent.
    pub(crate) fn echo_sent(&mut self, echoes: &Echoes) {
        if let Some(rest) = self.without(echoes) {
            self.content = Ok(rest.into());
        }
    }

    /// An agent's own input, repeated only if it contains no host path (L49). Never a leak: a path is replaced.
    ///
    /// Of an input longer than [`MAX_ECHO`] bytes, the first 200 characters are repeated.
    ///
    /// ```
    /// use reply_core::Text;
    /// assert_eq!(Text::echo("root:gane").to_string(), "root:gane");
    /// assert_eq!(Text::echo(r"C:\Users\nate").to_string(), "(a path of the host)");
    /// assert_eq!(Text::echo(&"ab".repeat(5_000)).to_string(), format!("{}… (+9800 more characters)", "ab".repeat(100)));
    /// ```
    pub fn echo(input: &str) -> Self {
        let content = if find_leak(input).is_some() {
            ECHOED.into()
        } else if input.len() <= MAX_ECHO {
            input.to_owned().into()
        } else {
            cut(input, input.char_indices().nth(ECHO_BEGINNING).map_or(input.len(), |(at, _)| at)).into()
        };
        Self { content: Ok(content) }
    }

    /// What may be shown.
    pub fn as_str(&self) -> &str {
        self.content.as_deref().unwrap_or(WITHHELD)
    }

    pub(crate) fn leak(&self) -> Option<&std::sync::Arc<LeakSite>> {
        self.content.as_ref().err()
    }
}

/// The text up to `end`, and how much more there was. A path that only the cut would make is not shown either.
fn cut(text: &str, end: usize) -> String {
    let (kept, rest) = text.split_at(end);
    let kept = format!("{kept}… (+{} more characters)", rest.chars().count());
    if find_leak(&kept).is_none() { kept } else { format!("({} characters)", text.chars().count()) }
}

/// A literal of the program. Composed text goes through [`Text::new`], an agent's input through [`Text::echo`]: there is no
/// conversion from a `String`, so that input is not treated as a literal by accident.
impl From<&'static str> for Text {
    fn from(text: &'static str) -> Self {
        Self::new(text)
    }
}

/// An address is safe by construction.
impl From<&Address> for Text {
    fn from(address: &Address) -> Self {
        Self { content: Ok(address.as_str().to_owned().into()) }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Text {}

impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::leak::find_host_path;

    #[test]
    fn texts_are_compared_and_sorted_by_what_is_shown_of_them() {
        let mut texts = [Text::from("b"), Text::from("/home/nate"), Text::from("a"), Text::from("/etc/passwd")];
        texts.sort();
        assert_eq!(texts.each_ref().map(Text::as_str), ["(withheld)", "(withheld)", "a", "b"]);
        assert!(texts[0] == texts[1] && texts[2] != texts[3] && texts[2] < texts[3]);
        assert_eq!(format!("{:?}", texts[2]), "\"a\"");
    }

    #[test]
    fn l100_a_megabyte_of_input_is_echoed_in_a_few_words() {
        for character in ["a", "é", "漢", "😀", "\u{200b}", "\u{202e}", "a/", "%25", "mod:a "] {
            let input = character.repeat(1_000_000 / character.len());
            let echo = Text::echo(&input);
            assert!(echo.as_str().len() <= ECHO_BEGINNING * 4 + 64, "{character}: {} bytes", echo.as_str().len());
            let rest = input.chars().count() - ECHO_BEGINNING;
            assert!(echo.as_str().ends_with(&format!("… (+{rest} more characters)")), "{echo}");
        }
    }

    #[test]
    fn l100_every_text_has_a_largest_size() {
        let text = Text::new("é".repeat(1_000_000));
        assert!(text.as_str().len() <= MAX_TEXT + 64);
        assert!(text.as_str().ends_with(&format!("… (+{} more characters)", 1_000_000 - MAX_TEXT / 2)));
        let whole = "a".repeat(MAX_TEXT);
        assert_eq!(Text::new(whole.clone()).as_str(), whole);
    }

    #[test]
    fn l80_cutting_hides_no_path() {
        let (head, tail) = ("root:game ".repeat(200_000), " and /home/nate");
        assert!(Text::new(format!("{head}{tail}")).leak().is_some());
        assert_eq!(Text::echo(&format!("{head}{tail}")).as_str(), "(a path of the host)");
        assert_eq!(Text::echo(&format!("/home/nate {head}")).as_str(), "(a path of the host)");
    }

    #[test]
    fn l80_cutting_makes_no_path() {
        // `#/homestead` is none, and `#/home` would be one.
        for shift in 0..16 {
            let input = format!("{}#/homestead{}", "a".repeat(ECHO_BEGINNING - shift), " b".repeat(MAX_ECHO));
            let echo = Text::echo(&input);
            assert_eq!(find_host_path(echo.as_str()), None, "{echo}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

        #[test]
        fn l80_whatever_is_cut_holds_no_path(
            piece in r#"[/\\%:~.?<>(){}'" a-fA-F0-9ux“…mod-]{1,12}"#,
            tail in r"(home|mod:A|ROOT_X|file|//)?[/\\:~!]{0,4}[a-z]{0,3}",
        ) {
            let text = format!("{}{tail}", piece.repeat(MAX_TEXT * 2 / piece.len()));
            for made in [Text::echo(&text), Text::new(text.clone())] {
                prop_assert_eq!(find_host_path(made.as_str()), None, "{}", made);
                prop_assert!(made.as_str().len() <= MAX_TEXT + 64);
            }
        }
    }
}
