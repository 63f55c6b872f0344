//! The rules: a name that says what is demanded, the laws behind it, and what to do instead.

use std::fmt;

/// What the sources are held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// No name outside `enforcement` asks or tells whether a change is allowed.
    OnlyEnforcementJudges,
    /// No list of what is allowed or forbidden, outside `enforcement`.
    NoListOfThePermitted,
    /// The session's mods are one list.
    OneListOfMods,
    /// Nothing outside `enforcement` decides by domain.
    DomainIsEnforcements,
    /// A tool's signatures name no host path.
    ToolsSeeNoHostPath,
    /// The file system is reached in a few listed modules.
    FilesThroughListedModules,
    /// Nothing compares or searches a rendered message.
    MessagesAreForPeople,
    /// Nothing but the transport writes to standard output.
    StdoutIsTheProtocols,
    /// The program is started by the server, and by tests.
    OneStart,
    /// What is there for generated code is named by nobody else.
    PrivateIsForGeneratedCode,
    /// What is built names codes by their types.
    CodesAreTypes,
    /// What is built states the codes it answers with.
    AnyCodeIsForTests,
    /// The crates whose data the world adapter says with its voice are named.
    TheWorldSpeaksForItsOwn,
    /// Every allowance is needed, and says why.
    AllowancesAreNeeded,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; 14] = [
        Self::OnlyEnforcementJudges,
        Self::NoListOfThePermitted,
        Self::OneListOfMods,
        Self::DomainIsEnforcements,
        Self::ToolsSeeNoHostPath,
        Self::FilesThroughListedModules,
        Self::MessagesAreForPeople,
        Self::StdoutIsTheProtocols,
        Self::OneStart,
        Self::PrivateIsForGeneratedCode,
        Self::CodesAreTypes,
        Self::AnyCodeIsForTests,
        Self::TheWorldSpeaksForItsOwn,
        Self::AllowancesAreNeeded,
    ];

    /// Its name, in findings and allowances.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OnlyEnforcementJudges => "ONLY_ENFORCEMENT_JUDGES",
            Self::NoListOfThePermitted => "NO_LIST_OF_THE_PERMITTED",
            Self::OneListOfMods => "ONE_LIST_OF_MODS",
            Self::DomainIsEnforcements => "DOMAIN_IS_ENFORCEMENTS",
            Self::ToolsSeeNoHostPath => "TOOLS_SEE_NO_HOST_PATH",
            Self::FilesThroughListedModules => "FILES_THROUGH_LISTED_MODULES",
            Self::MessagesAreForPeople => "MESSAGES_ARE_FOR_PEOPLE",
            Self::StdoutIsTheProtocols => "STDOUT_IS_THE_PROTOCOLS",
            Self::OneStart => "ONE_START",
            Self::PrivateIsForGeneratedCode => "PRIVATE_IS_FOR_GENERATED_CODE",
            Self::CodesAreTypes => "CODES_ARE_TYPES",
            Self::AnyCodeIsForTests => "ANY_CODE_IS_FOR_TESTS",
            Self::TheWorldSpeaksForItsOwn => "THE_WORLD_SPEAKS_FOR_ITS_OWN",
            Self::AllowancesAreNeeded => "ALLOWANCES_ARE_NEEDED",
        }
    }

    /// The laws it serves.
    pub const fn laws(self) -> &'static str {
        match self {
            Self::OnlyEnforcementJudges => "L60, L82",
            Self::NoListOfThePermitted | Self::OneListOfMods => "L65, L82",
            Self::DomainIsEnforcements => "L46, L60",
            Self::ToolsSeeNoHostPath => "L49",
            Self::FilesThroughListedModules => "L36, L41",
            Self::MessagesAreForPeople => "L24",
            Self::StdoutIsTheProtocols | Self::AllowancesAreNeeded => "L82",
            Self::OneStart => "L23",
            Self::PrivateIsForGeneratedCode => "L13, L23",
            Self::CodesAreTypes => "L09, L23",
            Self::AnyCodeIsForTests => "L22",
            Self::TheWorldSpeaksForItsOwn => "L05",
        }
    }

    /// What to write instead.
    pub const fn instead(self) -> &'static str {
        match self {
            Self::OnlyEnforcementJudges => {
                "delete the question: resolve, `enforcement.authorize(…)?`, execute; a mere display hint is called \
                 `ui_hint_potentially_editable`"
            }
            Self::NoListOfThePermitted => "delete the list; what is permitted is the policy table of `enforcement`",
            Self::OneListOfMods => {
                "use `session.mods()`, and ask each mod where it lies; `mod_roots` is called `mod_paths`"
            }
            Self::DomainIsEnforcements => "hand the resolved target to `enforcement.authorize`, which reads its domain",
            Self::ToolsSeeNoHostPath => {
                "take an `Address`, or the `Resolved` or `VisibilityRef` that the adapter gives for one"
            }
            Self::FilesThroughListedModules => {
                "go through the adapter's handles; a module that must reach the disk itself gets a line in arch-allow.toml"
            }
            Self::MessagesAreForPeople => "branch on the code, `message_key` or `data`; wording is pinned by snapshots",
            Self::StdoutIsTheProtocols => "write to standard error, or answer with a reply",
            Self::OneStart => "take the wrapper or the voice you need as a parameter; the server's `main` has them",
            Self::CodesAreTypes => {
                "use the enum of its layer and type, as in `replies::wa::Invalid::PathNotFound`, and `as_str` for its text"
            }
            Self::AnyCodeIsForTests => {
                "take `T` with the `code_set!` of what is answered, or name the tool and its `codes!` list"
            }
            Self::TheWorldSpeaksForItsOwn => {
                "answer with the voice of your own layer; a crate that composes what the adapter found gets a line in \
                 arch-allow.toml"
            }
            Self::PrivateIsForGeneratedCode => "use the derive or the macro that writes this code",
            Self::AllowancesAreNeeded => "remove the line from arch-allow.toml, or make it say what it allows and why",
        }
    }

    /// The rule of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
