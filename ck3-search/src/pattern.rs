//! Compiles a query to a line matcher: that of ripgrep, within bounds (L100).

use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use regex_syntax::ast::Ast;
use regex_syntax::ast::parse::ParserBuilder;

/// The most memory of a compiled pattern, in bytes. It is allocated a few times (forwards, backwards, by line) for each running
/// search, and without an automaton matching takes time proportional to its size.
const MAX_COMPILED: usize = 1024 * 1024;
/// The most memory that one thread keeps for a lazily built automaton, in bytes: the usual value.
const MAX_CACHE: usize = 2 * 1024 * 1024;
/// The maximum nesting depth of groups.
const MAX_NESTED: u32 = 50;

/// How a query is interpreted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pattern<'q> {
    pub(crate) query: &'q str,
    pub(crate) is_regex: bool,
    pub(crate) ignores_case: bool,
    /// Whether a hit must begin and end at word boundaries.
    pub(crate) is_word: bool,
}

/// What is wrong with a query, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PatternError {
    pub(crate) problem: String,
    pub(crate) expected: String,
}

impl Pattern<'_> {
    /// A line matcher. Matching takes time linear in the line, whatever the pattern.
    pub(crate) fn compile(self) -> Result<RegexMatcher, PatternError> {
        let expected = |expected: &str| expected.to_owned();
        if self.query.is_empty() {
            return Err(PatternError { problem: "is empty".to_owned(), expected: expected("a text to look for") });
        }
        if self.query.contains(['\n', '\r', '\0']) {
            return Err(PatternError {
                problem: "holds a line end".to_owned(),
                expected: expected("a text within one line; search for its most telling line"),
            });
        }
        // A comment would hide what the matcher adds after the pattern; written anew from its tree, the pattern has none.
        let query = if self.is_regex { parse(self.query)?.to_string() } else { self.query.to_owned() };
        let mut builder = RegexMatcherBuilder::new();
        builder
            .multi_line(true)
            .line_terminator(Some(b'\n'))
            // Many mods have CRLF line endings: `$` matches before either.
            .crlf(self.is_regex)
            .fixed_strings(!self.is_regex)
            .case_insensitive(self.ignores_case)
            .word(self.is_word)
            .size_limit(MAX_COMPILED)
            .dfa_size_limit(MAX_CACHE)
            .nest_limit(MAX_NESTED);
        // The pattern parses; it can still be too large, or match a line ending.
        builder.build(&query).map_err(|error| PatternError {
            problem: format!("cannot be searched for: {error}"),
            expected: expected("a pattern within one line, with smaller repetitions"),
        })
    }
}

/// Where a pattern is wrong: the matcher's own errors are drawings in text.
fn parse(query: &str) -> Result<Ast, PatternError> {
    match ParserBuilder::new().nest_limit(MAX_NESTED).build().parse(query) {
        Ok(ast) => Ok(ast),
        Err(error) => {
            let column = query.get(..error.span().start.offset).map_or(1, |before| before.chars().count() + 1);
            Err(PatternError {
                problem: format!("column {column}: {}", error.kind()),
                expected: "a regular expression; without regex the query is taken as it is".to_owned(),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grep_matcher::Matcher as _;

    fn compile(query: &str, is_regex: bool) -> Result<RegexMatcher, PatternError> {
        Pattern { query, is_regex, ignores_case: false, is_word: false }.compile()
    }

    #[test]
    fn a_pattern_that_is_wrong_says_where() {
        for (query, column) in
            [("a(b", 2), ("[z-a]", 2), ("é(", 2), ("a{2,1}", 2), (r"\", 1), ("*", 1), ("a\\p{Foo}", 0)]
        {
            let error = compile(query, true).unwrap_err();
            let told = format!("column {column}: ");
            assert!(column == 0 || error.problem.starts_with(&told), "{query}: {error:?}");
            assert!(compile(query, false).is_ok(), "{query} is a text like any other");
        }
    }

    #[test]
    fn a_pattern_with_a_comment_is_one_like_any_other() {
        for query in ["(?x) a \\# b # c", "a(?x: \\# b ) # c", "a#b"] {
            let matcher = compile(query, true).unwrap();
            let text = query.replace("(?x) a \\# b # c", "a#b").replace("a(?x: \\# b ) # c", "a#b # c");
            assert!(matcher.is_match(text.as_bytes()).unwrap(), "{query}");
        }
        for (query, column) in [("(?x) (a # b)", 6), ("(?x) a # b\\", 0), ("(?x", 4), ("(?x:a # b)", 1)] {
            let problem = compile(query, true).err().map(|error| error.problem);
            let is_told = problem.as_ref().map(|problem| problem.starts_with(&format!("column {column}: ")));
            assert_eq!(is_told, (column > 0).then_some(true), "{query}: {problem:?}");
        }
        // What is asked of every hit is asked of one before a comment too.
        let pattern = Pattern { query: "(?x) A # b", is_regex: true, ignores_case: true, is_word: true };
        let matcher = pattern.compile().unwrap();
        let hits = ["a", "ab", "b a"].map(|line| matcher.is_match(line.as_bytes()).unwrap());
        assert_eq!(hits, [true, false, true]);
    }

    #[test]
    fn l100_a_pattern_has_a_largest_size_when_compiled() {
        for query in [
            r"\w{500}{20}",
            "(((a{100}){100}){100}){100}",
            &"(".repeat(400),
            &format!("{}a{}", "(".repeat(60), ")".repeat(60)),
        ] {
            assert!(compile(query, true).is_err(), "{query}");
        }
        // The pattern with the most memory for the least text is rejected; patterns that people write are far below the limit.
        let keys: Vec<String> = (0..90).map(|key| format!("trait_{key}")).collect();
        for (query, fits) in [
            (r"\p{L}{1,500}", false),
            (r"(\w{1,30} ){1,20}", false),
            (r"\b\w{1,20}\s*=\s*\{", true),
            (r"^\s*(add|remove)_trait\s*=\s*[a-z_]{1,100}", true),
            (&keys.join("|"), true),
            (&"[a-z]{50}".repeat(15), true),
        ] {
            for ignores_case in [false, true] {
                let pattern = Pattern { query, is_regex: true, ignores_case, is_word: true };
                assert_eq!(pattern.compile().is_ok(), fits, "{query}");
            }
        }
        // Linear, where a backtracking matcher would not end.
        let matcher = compile("(a+)+b", true).unwrap();
        assert!(!matcher.is_match("a".repeat(100_000).as_bytes()).unwrap());
    }

    #[test]
    fn a_query_stays_within_a_line() {
        for query in ["", "a\nb", "a\r\nb", "a\0b"] {
            assert!(compile(query, false).is_err() && compile(query, true).is_err(), "{query:?}");
        }
        assert!(compile(r"a\nb", true).is_err());
        assert!(compile(r"a\nb", false).is_ok(), "a backslash is a character");
    }
}
