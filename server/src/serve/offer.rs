//! A tool as the protocol describes it, with honest hints.

use std::sync::Arc;

use rmcp::model::{Tool as ProtocolTool, ToolAnnotations};

use crate::tools::{Effect, Tool};

pub(crate) fn protocol_tool(tool: &Tool) -> ProtocolTool {
    let hints = ToolAnnotations::with_title(tool.title)
        .read_only(tool.effect == Effect::Reads)
        .destructive(tool.effect == Effect::Changes)
        .idempotent(tool.effect != Effect::Changes)
        .open_world(false);
    ProtocolTool::new(tool.name, tool.description.clone(), Arc::new(tool.input.clone()))
        .with_title(tool.title)
        .with_raw_output_schema(Arc::new(tool.output.clone()))
        .with_annotations(hints)
}
