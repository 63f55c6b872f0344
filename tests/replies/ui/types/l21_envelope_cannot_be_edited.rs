//! What the wrapper made, nobody changes.
use reply_kit::Envelope;

fn improve(mut envelope: Envelope) -> Envelope {
    envelope.parts.0["data"] = "and everything went well".into();
    envelope
}

fn main() {}
