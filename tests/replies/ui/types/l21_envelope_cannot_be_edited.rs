//! What the wrapper made, nobody changes.
use reply_core::Envelope;

fn improve(mut envelope: Envelope) -> Envelope {
    envelope.json.push_str("and everything went well");
    envelope
}

fn main() {}
