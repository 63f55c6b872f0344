//! What goes over the wire: the envelope, its rendered message, its schema.

pub(crate) mod envelope_value;
pub(crate) mod output_schema;
pub(crate) mod render;
pub(crate) mod schema;

pub use envelope_value::Envelope;
pub use schema::Schemas;
