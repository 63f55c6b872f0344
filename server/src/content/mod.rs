//! What the server offers besides tools: the code registry as resources, a guide, a prompt.

mod guide;
mod prompts;
mod resources;

use std::sync::Arc;

use replies::Mcp;
use reply_kit::{Toolset, Voice};
use reply_mcp::Content;
use reply_mcp::rmcp::ErrorData;
use reply_mcp::rmcp::model::{
    CompleteRequestParams, CompleteResult, GetPromptRequestParams, GetPromptResult, Prompt, ReadResourceResult,
    Resource, ResourceTemplate,
};

pub(crate) use guide::INSTRUCTIONS;

/// Resources, prompts and completions of ck3raven.
pub(crate) struct ServerContent {
    tools: Toolset,
    voice: Arc<Voice<Mcp>>,
}

impl ServerContent {
    pub(crate) fn new(tools: Toolset, voice: Arc<Voice<Mcp>>) -> Self {
        Self { tools, voice }
    }
}

impl Content for ServerContent {
    fn resources(&self) -> Vec<Resource> {
        resources::listed()
    }

    fn resource_templates(&self) -> Vec<ResourceTemplate> {
        resources::templates()
    }

    fn read_resource(&self, uri: &str) -> Result<ReadResourceResult, ErrorData> {
        resources::read(self, uri)
    }

    fn complete(&self, request: &CompleteRequestParams) -> Result<CompleteResult, ErrorData> {
        resources::complete(request)
    }

    fn prompts(&self) -> Vec<Prompt> {
        vec![prompts::listed()]
    }

    fn get_prompt(&self, request: &GetPromptRequestParams) -> Result<GetPromptResult, ErrorData> {
        prompts::get(request)
    }
}
