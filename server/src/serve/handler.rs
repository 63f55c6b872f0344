//! One handler for every transport: it carries calls to the tools and envelopes back.

use std::sync::Arc;

use enforcement::AtTheDesk;
use reply_core::{Envelope, NoData};
use rmcp::ErrorData;
use rmcp::RoleServer;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CustomRequest, CustomResult,
    ErrorCode, GetPromptRequestParams, GetPromptResponse, Implementation, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig, Tool as ProtocolTool,
};
use rmcp::service::RequestContext;
use serde_json::Value;

use super::work::Work;
use super::{INSTRUCTIONS, answer, offer, prompts, resources};
use crate::app::App;
use crate::arguments;
use crate::tools::{Asked, Origin, Tool, offered};

#[derive(Clone)]
pub(crate) struct Handler {
    app: Arc<App>,
    tools: Arc<[Tool]>,
    listed: Arc<[ProtocolTool]>,
    work: Work,
    origin: Origin,
}

impl Handler {
    pub(crate) fn new(app: Arc<App>, origin: Origin) -> Self {
        let tools = offered(app.read_only);
        let listed = tools.iter().map(offer::protocol_tool).collect();
        Self { work: Work::new(Arc::clone(&app)), app, tools: tools.into(), listed, origin }
    }

    /// The room this handler's calls run in.
    pub(crate) fn work(&self) -> Work {
        self.work.clone()
    }

    async fn call(&self, name: &str, arguments: Value, cx: &RequestContext<RoleServer>) -> Result<Envelope, ErrorData> {
        let Some(index) = self.tools.iter().position(|tool| tool.name == name) else {
            let known: Vec<&str> = self.tools.iter().map(|tool| tool.name).collect();
            return Err(ErrorData::invalid_params(
                format!("there is no such tool; there are {}", known.join(", ")),
                None,
            ));
        };
        let (tools, origin) = (Arc::clone(&self.tools), self.origin);
        let redacted = arguments::redacted(&arguments);
        let body = move |app: &App, call| {
            app.answer(call, Asked { tool: &tools[index], arguments: &arguments, origin, approver: &AtTheDesk })
        };
        Ok(self.work.run(self.tools[index].name, redacted, cx.ct.cancelled(), body).await)
    }

    /// Makes something that is no reply, with the wrapper around it: a panic here would never be answered.
    fn guarded<T>(&self, what: &'static str, make: impl FnOnce() -> Result<T, ErrorData>) -> Result<T, ErrorData> {
        let mut outcome = None;
        let envelope = self.app.wrapper.call(what, |rb| {
            outcome = Some(make());
            Ok(rb.success(&self.app.voice, replies::mcp::success::CodeExplained, &NoData))
        });
        outcome.unwrap_or_else(|| Err(answer::failure(&envelope)))
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let capabilities =
            ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().enable_completions();
        ServerConfig::new(capabilities.build())
            .with_server_info(Implementation::new("ck3raven", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.listed.to_vec()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        Ok(answer::result(self.call(&request.name, arguments, &cx).await?).into())
    }

    /// A call whose arguments are no object does not look like a call to rmcp; it is one, and is told what is wrong (L20).
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        cx: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if request.method != "tools/call" {
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method, None));
        }
        let params = request.params.unwrap_or_default();
        let Some(name) = params["name"].as_str() else {
            return Err(ErrorData::invalid_params("tools/call needs the name of a tool", None));
        };
        let mut result = answer::result(self.call(name, params["arguments"].clone(), &cx).await?);
        if cx.protocol_version().is_none_or(|version| version.as_str() < ProtocolVersion::V_2026_07_28.as_str()) {
            result.result_type = None;
        }
        let result = serde_json::to_value(result);
        result.map(CustomResult::new).map_err(|error| ErrorData::internal_error(error.to_string(), None))
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        self.guarded("resources/list", || Ok(ListResourcesResult::with_all_items(resources::listed())))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let templates = || Ok(ListResourceTemplatesResult::with_all_items(resources::templates()));
        self.guarded("resources/templates/list", templates)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        resources::read(&self.app, &request.uri)
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        self.guarded("completion/complete", || resources::complete(&request))
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        self.guarded("prompts/list", || Ok(ListPromptsResult::with_all_items(vec![prompts::listed()])))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        self.guarded("prompts/get", || prompts::get(&request))
    }

    fn get_tool(&self, name: &str) -> Option<ProtocolTool> {
        self.listed.iter().find(|tool| tool.name == name).cloned()
    }
}
