//! What a server offers besides tools: resources, prompts, completions.

use rmcp::ErrorData;
use rmcp::model::{
    CompleteRequestParams, CompleteResult, GetPromptRequestParams, GetPromptResult, Prompt, ReadResourceResult,
    Resource, ResourceTemplate,
};

/// Resources, prompts and completions. Each method is called with the panic net around it; the defaults offer nothing.
///
/// What they say is not a reply: the leak gate does not search it. Text that is not written in the program goes through
/// [`find_host_path`](reply_core::find_host_path) first.
pub trait Content: Send + Sync + 'static {
    /// The resources that are listed.
    fn resources(&self) -> Vec<Resource> {
        Vec::new()
    }

    /// The templates of further resources.
    fn resource_templates(&self) -> Vec<ResourceTemplate> {
        Vec::new()
    }

    /// Reads a resource.
    ///
    /// # Errors
    /// As the protocol has them: there is no such resource, or it cannot be read.
    fn read_resource(&self, _uri: &str) -> Result<ReadResourceResult, ErrorData> {
        Err(ErrorData::resource_not_found("there is no such resource", None))
    }

    /// Completes an argument.
    ///
    /// # Errors
    /// As the protocol has them: what is referred to cannot be completed.
    fn complete(&self, _request: &CompleteRequestParams) -> Result<CompleteResult, ErrorData> {
        Ok(CompleteResult::default())
    }

    /// The prompts that are listed.
    fn prompts(&self) -> Vec<Prompt> {
        Vec::new()
    }

    /// A prompt, filled in.
    ///
    /// # Errors
    /// As the protocol has them: there is no such prompt, or its arguments do not fit.
    fn get_prompt(&self, _request: &GetPromptRequestParams) -> Result<GetPromptResult, ErrorData> {
        Err(ErrorData::invalid_params("there is no such prompt", None))
    }
}

/// A server with tools only.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoContent;

impl Content for NoContent {}
