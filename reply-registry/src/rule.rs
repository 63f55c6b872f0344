//! Every rule a registry must keep, named for what it demands.

use std::fmt;

macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal, $laws:literal;)+) => {
        /// A rule of the registry. Its name is stable and can be looked up.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[doc = $doc])+ #[doc = concat!("\n\nLaws: ", $laws)] $variant,)+
        }

        impl Rule {
            /// Every rule.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The rule's stable name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// What it demands, and why. Its examples are of the code [`Rule::EXAMPLE`].
            pub const fn explanation(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc, "\n",)+),)+ }
            }
        }
    };
}

rules! {
    /// The registry can be read: the file exists and this user may open it.
    FileReadable = "FILE_READABLE", "none";
    /// The registry is UTF-8 text.
    FileUtf8 = "FILE_UTF8", "none";
    /// The registry is TOML.
    TomlSyntax = "TOML_SYNTAX", "none";
    /// Only the fields of the format occur, so that a misspelt one is noticed.
    FieldKnown = "FIELD_KNOWN", "none";
    /// Each field holds a value of its type.
    FieldType = "FIELD_TYPE", "none";
    /// Each entry has the fields it needs.
    FieldRequired = "FIELD_REQUIRED", "none";
    /// A registry has at most 65,000 entries, because a code is a 16-bit place in a table.
    RegistrySize = "REGISTRY_SIZE", "none";
    /// A layer is two to four capital letters, and no keyword of Rust: it becomes a module.
    LayerName = "LAYER_NAME", "L02";
    /// At most one layer answers D: whether something is permitted is one layer's decision.
    DenialsOneLayer = "DENIALS_ONE_LAYER", "L02, L05";
    /// The layer that answers D never answers I: who refuses by policy does not say what is wrong with a request.
    DenierNeverInvalid = "DENIER_NEVER_INVALID", "L02, L06";
    /// What the leak gate looks for is `off`, `home_and_drives` or `strict`.
    LeakGateKnown = "LEAK_GATE_KNOWN", "L80";
    /// The addresses that the leak gate lets pass are plain words, and none of their folders stands at the root of a disk.
    ///
    /// A scheme is small letters and digits; a root is at least two capital letters, digits and `_`; a namespace is small
    /// letters and `_`, two at least, so that it is not a drive; a folder is a name without a slash.
    AddressFormPlain = "ADDRESS_FORM_PLAIN", "L33, L80";
    /// The published layers, and what each may answer, change only by an architecture revision.
    ///
    /// Clients, documentation and policy are written for these layers. `cargo reply revise --because "…"` records the change
    /// and its reason in the registry, and brings the lock and what is generated along.
    LayersPinned = "LAYERS_PINNED", "L02";
    /// The published areas change only by an architecture revision: `cargo reply revise --because "…"`.
    AreasPinned = "AREAS_PINNED", "L07";
    /// What the leak gate looks for changes only by an architecture revision: `cargo reply revise --because "…"`.
    LeakGatePinned = "LEAK_GATE_PINNED", "L80";
    /// The addresses that the leak gate lets pass change only by an architecture revision: `cargo reply revise --because "…"`.
    AddressFormsPinned = "ADDRESS_FORMS_PINNED", "L33, L80";
    /// Every revision of the architecture is recorded with its version and its reason, and the lock counts them.
    RevisionRecorded = "REVISION_RECORDED", "L02";
    /// The layers are those that the call of `registry!` states.
    LayersStated = "LAYERS_STATED", "L04";
    /// An area is two to six capital letters.
    AreaName = "AREA_NAME", "L07";
    /// An area says what a decision is about; the registry lists in `[forbidden_areas]` what is something else, such as a tool.
    AreaForbidden = "AREA_FORBIDDEN", "L07";
    /// A code is `LAYER-AREA-TYPE-NNN`.
    CodeShape = "CODE_SHAPE", "L01";
    /// The layer of a code stands in the `[layers]` table.
    CodeLayer = "CODE_LAYER", "L02";
    /// The area of a code stands in the `[areas]` table.
    CodeArea = "CODE_AREA", "L07";
    /// The type of a code is S, I, D or E: there is no warning, no partial success.
    CodeType = "CODE_TYPE", "L03";
    /// The number of a code is three digits, 001 to 999.
    CodeNumber = "CODE_NUMBER", "L01";
    /// A layer gives only the reply types that `[layers]` lets it give.
    LayerMayAnswer = "LAYER_MAY_ANSWER", "L04";
    /// A code stands in the registry once.
    CodeUnique = "CODE_UNIQUE", "L08";
    /// A key is `SCREAMING_SNAKE_CASE`, because it becomes the name of a type.
    KeyFormat = "KEY_FORMAT", "L08";
    /// A key stands in the registry once.
    KeyUnique = "KEY_UNIQUE", "L08";
    /// I, D and E have a message; it is what a person reads.
    MessageRequired = "MESSAGE_REQUIRED", "L18";
    /// A message is one line of text.
    MessageOneLine = "MESSAGE_ONE_LINE", "L10";
    /// A message starts with a capital and ends with a full stop.
    MessageSentence = "MESSAGE_SENTENCE", "none";
    /// A message shows text, words, addresses, codes and ids in single quotes, so that a value is never read as prose.
    MessageQuotes = "MESSAGE_QUOTES", "none";
    /// A placeholder is a name in braces; a literal brace is doubled.
    PlaceholderSyntax = "PLACEHOLDER_SYNTAX", "L10";
    /// Every placeholder is a declared parameter.
    PlaceholderDeclared = "PLACEHOLDER_DECLARED", "L10";
    /// Every declared parameter occurs in the message.
    ParamUsed = "PARAM_USED", "L10";
    /// A parameter's name is `snake_case` and not a keyword, because it becomes the name of a field.
    ParamName = "PARAM_NAME", "L10";
    /// A parameter's type is one of the known ones.
    ParamTypeKnown = "PARAM_TYPE_KNOWN", "L10";
    /// A success carries the tool's own data, so its code has no parameters.
    SuccessHasNoParams = "SUCCESS_HAS_NO_PARAMS", "L18";
    /// A summary is one line.
    SummaryOneLine = "SUMMARY_ONE_LINE", "none";
    /// `since` is the version that first had the code: three numbers with dots.
    SinceVersion = "SINCE_VERSION", "none";
    /// An entry is active, reserved or retired: at most one of `reserved` and `retired`.
    StatusSingle = "STATUS_SINGLE", "L09";
    /// What replaces a retired code is another code of the registry that is not itself retired.
    ReplacementActive = "REPLACEMENT_ACTIVE", "L09";
    /// Every role of the wrapper is filled, and no other role is named.
    RoleComplete = "ROLE_COMPLETE", "L21";
    /// A role names an active code of the registry.
    RoleNamesCode = "ROLE_NAMES_CODE", "L21";
    /// A role's code is of the role's type, all roles are of one layer, and each has exactly the parameters that the wrapper fills in.
    RoleFits = "ROLE_FITS", "L21";
    /// The lock file stands beside the registry.
    LockPresent = "LOCK_PRESENT", "L09";
    /// The lock file is as the tool wrote it.
    LockFormat = "LOCK_FORMAT", "L09";
    /// A published code stays in the registry; one that goes away is retired, not deleted.
    ///
    /// A client, a log or a note may hold the code for years. If its entry were deleted, its number could be given to another
    /// meaning, and an old client would act on the wrong one. `cargo reply retire CODE --because "…"` keeps the entry as a
    /// tombstone that nothing can construct.
    CodeNoDelete = "CODE_NO_DELETE", "L09";
    /// A published code keeps its key, and its number is never given to another meaning.
    ///
    /// Clients branch on the code and name it by its key. A changed key is a new meaning under an old number. Retire the code and
    /// add one for the new meaning: `cargo reply new`.
    KeyNoChange = "KEY_NO_CHANGE", "L09";
    /// A published key stays with its code.
    ///
    /// A key names one code for ever, also after that code is retired: bindings and handlers are written by key.
    KeyNoReuse = "KEY_NO_REUSE", "L09";
    /// A published parameter is neither removed nor renamed.
    ///
    /// Clients read parameters by name from `data`. Adding one is free; taking one away breaks the clients that read it. Keep the
    /// parameter in the message, or retire the code and add one with the parameters you need.
    ParamNoDelete = "PARAM_NO_DELETE", "L09";
    /// A published parameter keeps its type.
    ///
    /// A client that reads a count as a number breaks when it becomes text or a list. Add a parameter under a new name instead.
    ParamNoRetype = "PARAM_NO_RETYPE", "L09";
    /// A retired code stays retired.
    ///
    /// Clients that handled the code have removed the handler. Take a new number for what you need now: `cargo reply new`.
    RetiredNoRevive = "RETIRED_NO_REVIVE", "L09";
    /// A published code does not go back to reserved.
    ///
    /// It has been given out, so clients know it. A code that is no longer given is retired.
    ActiveNoUnpublish = "ACTIVE_NO_UNPUBLISH", "L09";
    /// The lock lists what the registry holds; publishing a code is a step of its own, and it has been taken.
    LockFresh = "LOCK_FRESH", "L09";
    /// An active code is explained in words of its own: nothing of what `cargo reply new` filled in is left.
    CodeExplained = "CODE_EXPLAINED", "none";
    /// An active code stands in the `codes!` list of a tool, or plays a role of the wrapper; what no tool, role or law needs
    /// has no place in the registry.
    ///
    /// A code that stays for another reason is exempt from the check `declared`, and the exemption names the law, the
    /// requirement or the page that needs it. A `code_set!` is not a tool: it says what a component asks of its callers.
    CodeDeclared = "CODE_DECLARED", "L09";
    /// An active code is really constructed somewhere outside tests, or plays a role of the wrapper.
    ///
    /// What counts is a value of the code's type. A list of codes that a tool declares, and a variant of an enum of codes, give
    /// no reply.
    CodeConstructed = "CODE_CONSTRUCTED", "L09";
    /// A test asserts each active code, by its type or by a variant of the enums.
    ///
    /// What counts is `NotFound::CODE`, `app::Invalid::NotFound` or `Code::NotFound` in a test that runs and asserts something,
    /// or in a helper or a table that such a test names: the compiler then keeps the test and the registry together. A value of
    /// the type, a code that is thrown away with `let _`, a function that no test names and a string that spells the code do
    /// not count.
    CodeTested = "CODE_TESTED", "L09";
    /// An exemption is still needed; one that is not goes away, so that the list only shrinks.
    ExemptionNeeded = "EXEMPTION_NEEDED", "none";
    /// An exemption names an active code and a check, and says why.
    ExemptionFormat = "EXEMPTION_FORMAT", "none";
    /// What is generated from the registry is what the registry says now.
    GeneratedFresh = "GENERATED_FRESH", "L84";
}

impl Rule {
    /// The code that explanations take for an example: its layer, the enum of its type, and its own type.
    pub const EXAMPLE: [&'static str; 3] = ["app", "Invalid", "NotFound"];

    /// The rule of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.name() == name)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
