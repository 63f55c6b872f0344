//! The layer that decided, as a type. A registry declares its layers; this crate knows none (L02).

use std::fmt;
use std::marker::PhantomData;

use crate::codes::code_table::CodeTable;

/// A layer of a registry. The macro makes one type for each layer that `[layers]` declares.
///
/// What a layer may answer is not written here: the macro gives each code the one trait of its type, for its own layer, so a
/// reply that the registry does not allow has no implementation ([`crate::SucceededBy`] and its siblings).
pub trait Layer: Send + Sync + 'static {
    /// The spelling inside a code.
    const NAME: &'static str;

    /// Proves that an answer was made by the macro's output: only that module can make one. The table of the registry knows the
    /// type, so that a layer with a seal of its own belongs to no program (L05).
    #[doc(hidden)]
    type Seal: 'static;

    /// The registry that declares it.
    #[doc(hidden)]
    fn registry() -> &'static CodeTable;
}

/// Proves that the macro's output makes a statement about layer `L`: it takes the layer's seal, which no other code can make.
///
/// It is an associated constant and not a method, because a constant that panics does not compile where it is used.
#[doc(hidden)]
pub struct LayerProof<L: Layer + ?Sized>(PhantomData<fn() -> *const L>);

impl<L: Layer> LayerProof<L> {
    /// For generated code.
    pub const fn new(_seal: &L::Seal) -> Self {
        Self(PhantomData)
    }
}

impl<L: Layer + ?Sized> fmt::Debug for LayerProof<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LayerProof")
    }
}
