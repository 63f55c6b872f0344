//! Voices: the right to answer for a layer (L05).

use std::fmt;
use std::marker::PhantomData;

use crate::codes::layer::Layer;

/// The right to answer for one layer, held by the component that owns its decisions.
///
/// Naming a denial is not giving one: every ending of a [`crate::ReplyBuilder`] takes the voice of the code's layer. A
/// voice cannot be made or copied; the start of the program hands out one of each, once. Components that share a voice
/// share an `Arc` of it.
pub struct Voice<L: Layer> {
    layer: PhantomData<fn() -> L>,
}

impl<L: Layer> fmt::Debug for Voice<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Voice<{}>", L::NAME)
    }
}

/// Makes the voices of a program, inside its one start. Generated code takes them from here.
///
/// It makes voices of the layers whose seal is `S`, and the start has been shown that seal: only the macro's output has it.
pub struct VoiceMint<S>(PhantomData<fn() -> S>);

impl<S> VoiceMint<S> {
    /// Called by the start alone.
    pub(crate) fn new() -> Self {
        Self(PhantomData)
    }

    /// The voice of a layer. Each belongs into one field of the generated `Voices`.
    pub fn voice<L: Layer<Seal = S>>(&self) -> Voice<L> {
        Voice { layer: PhantomData }
    }
}

impl<S> fmt::Debug for VoiceMint<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VoiceMint")
    }
}
