//! Codes as values: the table that the macro writes, what a layer may answer, and the one start that hands out voices.

pub(crate) mod answer;
pub(crate) mod code_enum;
pub(crate) mod code_ref;
pub(crate) mod code_table;
pub(crate) mod declares;
pub(crate) mod layer;
mod lookup;
pub(crate) mod messages;
pub(crate) mod start;
pub(crate) mod voice;

pub use answer::{CodeType, DeniedBy, FailedBy, InvalidBy, SucceededBy};
pub use code_ref::{CodeEntry, CodeRef, ParseCodeError};
pub use code_table::{AreaEntry, CodeTable, LayerEntry, Param, Status};
pub use declares::{AnyCode, DeclaredBy, DeclaredCodes, DeclaredSuccessBy, Declares, DeclaresSuccess};
pub use layer::Layer;
pub use start::{Program, StartError};
pub use voice::{SharedVoice, Voice};
