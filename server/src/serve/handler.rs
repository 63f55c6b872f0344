//! One handler for every transport: it carries calls to the tools and envelopes back.

use std::pin::Pin;
use std::sync::Arc;

use reply_core::{Envelope, NoData};
use rmcp::ErrorData;
use rmcp::RoleServer;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CustomRequest, CustomResult,
    ErrorCode, GetPromptRequestParams, GetPromptResponse, Implementation, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig, Tool as ProtocolTool,
};
use rmcp::service::RequestContext;
use serde_json::Value;

use super::calls::Calls;
use super::line::Line;
use super::work::Work;
use super::{INSTRUCTIONS, answer, asking, offer, prompts, resources};
use crate::app::App;
use crate::tools::{Origin, offered};

/// Methods that have a type of their own: what comes as another has parameters that do not fit it.
const KNOWN: [&str; 8] = [
    "tools/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "prompts/list",
    "prompts/get",
    "completion/complete",
    "ping",
];

#[derive(Clone)]
pub(crate) struct Handler {
    app: Arc<App>,
    listed: Arc<[ProtocolTool]>,
    calls: Arc<Calls>,
}

impl Handler {
    pub(crate) fn new(app: Arc<App>, origin: Origin) -> Self {
        let tools = offered(app.read_only);
        let listed = tools.iter().map(offer::protocol_tool).collect();
        Self { calls: Arc::new(Calls::new(Arc::clone(&app), tools, origin)), app, listed }
    }

    /// The room this handler's calls run in.
    pub(crate) fn work(&self) -> Work {
        self.calls.work()
    }

    /// The line to the one client on stdio.
    pub(crate) fn line(&self) -> Line {
        self.calls.line()
    }

    /// Carries a call, with the wrapper around its every step: a panic of the glue would never be answered either.
    ///
    /// Boxed, since a future is copied as often as it is handed on, and this one is large.
    async fn watched<T>(&self, carried: Pin<Box<impl Future<Output = T>>>) -> Result<T, Envelope> {
        let outcome = self.app.wrapper.watch("tools/call", carried).await;
        outcome.inspect_err(|envelope| self.app.journal.call("tools/call", envelope))
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
        self.guarded("tools/list", || Ok(ListToolsResult::with_all_items(self.listed.to_vec())))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        cx: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let answered = self.watched(Box::pin(self.calls.answer(request, &cx))).await;
        answered.unwrap_or_else(|crashed| Ok(answer::result(crashed).into()))
    }

    /// A call whose arguments are no object does not look like a call to rmcp; it is one, and is told what is wrong (L20).
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        cx: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if KNOWN.contains(&request.method.as_str()) {
            return Err(ErrorData::invalid_params("the parameters do not fit the method", None));
        }
        if request.method != "tools/call" {
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, "there is no such method", None));
        }
        let params = request.params.unwrap_or_default();
        let of_the_protocol = [
            (&params["requestState"], Value::is_string as fn(&Value) -> bool),
            (&params["inputResponses"], Value::is_object),
        ];
        if of_the_protocol.iter().any(|(value, fits)| !value.is_null() && !fits(value)) {
            return Err(ErrorData::invalid_params("requestState is a string, inputResponses an object", None));
        }
        let Some(name) = params["name"].as_str() else {
            return Err(ErrorData::invalid_params("tools/call needs the name of a tool", None));
        };
        let requested = self.calls.request(name, params["arguments"].clone(), &cx)?;
        let replied = self.watched(Box::pin(self.calls.reply(&requested))).await;
        let mut result = answer::result(replied.unwrap_or_else(|crashed| crashed));
        if !asking::is_modern(&cx) {
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
