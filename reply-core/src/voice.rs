//! Voices: the right to answer for a layer (L05).

use std::fmt;
use std::marker::PhantomData;

use crate::layer::{Ct, En, Layer, Mcp, Wa};

/// The right to answer for one layer, held by the component that owns its decisions.
///
/// Naming a denial is not giving one: every ending of a [`crate::ReplyBuilder`] takes the voice of the code's layer. A
/// voice cannot be made or copied; [`crate::Program::start`] hands out one of each.
pub struct Voice<L: Layer> {
    layer: PhantomData<fn() -> L>,
}

impl<L: Layer> fmt::Debug for Voice<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Voice<{}>", L::NAME)
    }
}

/// One voice of each layer. Take it apart and give each to its owner.
#[derive(Debug)]
#[non_exhaustive]
pub struct Voices {
    /// The world adapter's.
    pub wa: Voice<Wa>,
    /// Enforcement's.
    pub en: Voice<En>,
    /// The contract system's.
    pub ct: Voice<Ct>,
    /// The server's.
    pub mcp: Voice<Mcp>,
}

impl Voices {
    /// Called by the start door alone.
    pub(crate) fn hand_out() -> Self {
        Self { wa: voice(), en: voice(), ct: voice(), mcp: voice() }
    }
}

fn voice<L: Layer>() -> Voice<L> {
    Voice { layer: PhantomData }
}
