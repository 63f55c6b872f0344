//! Who decided, as a type. The layers are a registry's to declare; this crate knows none (L02).

use crate::codes::code_table::CodeTable;

/// A layer of a registry. The macro makes one type for each layer that `[layers]` declares.
///
/// What a layer may answer is not written here: the macro gives each code the one trait of its type, for its own layer, so a
/// reply that the registry does not allow has no implementation ([`crate::SucceededBy`] and its siblings).
pub trait Layer: Send + Sync + 'static {
    /// The spelling inside a code.
    const NAME: &'static str;

    /// What proves that an answer was made by the macro's output: only that module can make one.
    #[doc(hidden)]
    type Seal;

    /// The registry that declares it.
    #[doc(hidden)]
    fn registry() -> &'static CodeTable;
}
