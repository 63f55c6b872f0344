//! Voices: the right to answer for a layer (L05).

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

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

/// The voice of layer `L`, or a share of it: what the component that answers for the layer is made with.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the voice of layer `{L}`: a component answers for a layer with that layer's own (L05)",
    label = "not `Voice<{L}>`, nor an `Arc` of it",
    note = "`replies::start` hands out one voice of each layer, and the composition gives it to the component that decides"
)]
pub trait SharedVoice<L: Layer> {
    /// A share of the voice.
    fn into_shared(self) -> Arc<Voice<L>>;
}

impl<L: Layer> SharedVoice<L> for Voice<L> {
    fn into_shared(self) -> Arc<Self> {
        Arc::new(self)
    }
}

impl<L: Layer> SharedVoice<L> for Arc<Voice<L>> {
    fn into_shared(self) -> Self {
        self
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
