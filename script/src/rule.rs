//! Every rule about the form of a file, named for what is wrong when it is broken.

use std::fmt;

/// How much a broken rule matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The game reads the file, and complains or may read it otherwise than it looks.
    Warning,
    /// The game does not read what was meant.
    Error,
}

macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal, $severity:ident;)+) => {
        /// A rule about the form of a file. Its name is stable.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum SyntaxRule {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl SyntaxRule {
            /// Every rule.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The rule's stable name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// How much it matters.
            pub const fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)+ }
            }

            /// What is wrong, and why it matters.
            pub const fn explanation(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc, "\n",)+),)+ }
            }
        }
    };
}

rules! {
    /// The file is longer than `MAX_FILE`; nothing of it is parsed.
    FileTooLarge = "FILE_TOO_LARGE", Error;
    /// A `{` is never closed. Which one is judged by indentation, because the braces alone always point at the outermost.
    UnclosedBrace = "UNCLOSED_BRACE", Error;
    /// A `}` closes nothing: there is one too many before it, or a `{` is missing.
    StrayBrace = "STRAY_BRACE", Error;
    /// A `"` is never closed on its line, and what follows does not read like the rest of a text.
    UnterminatedString = "UNTERMINATED_STRING", Error;
    /// An `@[` has no `]` on its line.
    UnterminatedExpression = "UNTERMINATED_EXPRESSION", Error;
    /// A `[[NAME]` has no `]` that ends it.
    UnclosedParameter = "UNCLOSED_PARAMETER", Error;
    /// An operator has nothing before it.
    MissingKey = "MISSING_KEY", Error;
    /// A key has no value.
    KeyWithoutValue = "KEY_WITHOUT_VALUE", Error;
    /// Two operators stand in a row.
    RepeatedOperator = "REPEATED_OPERATOR", Error;
    /// A key and its value have no operator between them, so the game reads two elements of a list.
    MissingOperator = "MISSING_OPERATOR", Error;
    /// A key and its block have no operator between them. The game reads it as if there were one.
    BlockWithoutOperator = "BLOCK_WITHOUT_OPERATOR", Warning;
    /// Blocks are nested deeper than `MAX_DEPTH`.
    NestingTooDeep = "NESTING_TOO_DEEP", Error;
    /// A control character stands outside a quoted text.
    ControlCharacter = "CONTROL_CHARACTER", Error;
    /// The file is neither UTF-8 nor UTF-16; the game reads UTF-8.
    NotUtf8 = "NOT_UTF8", Warning;
    /// The file is UTF-16; the game reads UTF-8.
    Utf16 = "UTF16", Error;
    /// The byte order mark that the game wants is missing in a script file; the game reads it and logs an error.
    BomMissing = "BOM_MISSING", Warning;
    /// A byte order mark stands inside the file, as after joining two files; it becomes part of the word it touches.
    MisplacedBom = "MISPLACED_BOM", Error;
    /// A localization file has no byte order mark, and the game does not load it.
    LocalizationBom = "LOCALIZATION_BOM", Error;
    /// A localization file does not start with `l_<language>:`.
    LocalizationHeader = "LOCALIZATION_HEADER", Error;
    /// A localization file's name does not end in `_l_<language>.yml`, so the game does not load it.
    LocalizationFileName = "LOCALIZATION_FILE_NAME", Error;
    /// The header of a localization file names another language than its file name.
    LocalizationLanguage = "LOCALIZATION_LANGUAGE", Error;
    /// A line of a localization file is not `key:0 "text"`: the key, the colon or the version is wrong.
    LocalizationKey = "LOCALIZATION_KEY", Error;
    /// The text of a localization entry is not in quotes.
    LocalizationQuotes = "LOCALIZATION_QUOTES", Error;
    /// Something that is not a comment follows the text of a localization entry.
    LocalizationTrailing = "LOCALIZATION_TRAILING", Error;
    /// A tab stands outside the text of a localization entry, where the format has spaces.
    LocalizationTab = "LOCALIZATION_TAB", Warning;
}

impl SyntaxRule {
    /// Whether it is about the file as a whole, so that no line is to blame.
    pub const fn is_about_file(self) -> bool {
        matches!(
            self,
            Self::FileTooLarge
                | Self::Utf16
                | Self::BomMissing
                | Self::LocalizationBom
                | Self::LocalizationFileName
                | Self::LocalizationLanguage
        )
    }

    /// The rule of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.name() == name)
    }
}

impl fmt::Display for SyntaxRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
