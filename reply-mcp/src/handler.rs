//! One handler for every transport: it carries calls to the tools and envelopes back.

use std::pin::Pin;
use std::sync::Arc;

use reply_core::{CallEvent, Envelope, SessionSource, ToolDescription};
use rmcp::ErrorData;
use rmcp::RoleServer;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CustomRequest, CustomResult,
    ErrorCode, GetPromptRequestParams, GetPromptResponse, Implementation, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities, ServerConfig, Tool as ProtocolTool,
    ToolAnnotations,
};
use rmcp::service::RequestContext;
use serde_json::Value;

use crate::calls::Calls;
use crate::calls::elicitation;
use crate::calls::result;
use crate::server::Server;

/// Methods that have a type of their own: a request that rmcp does not recognise as one of them has invalid parameters.
const TYPED_METHODS: [&str; 8] = [
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
    pub(crate) server: Arc<Server>,
    listed: Arc<[ProtocolTool]>,
    pub(crate) calls: Arc<Calls>,
}

impl Handler {
    pub(crate) fn new(server: Server, session: SessionSource) -> Self {
        let listed = server.tools.descriptions().map(protocol_tool).collect();
        Self { calls: Arc::new(Calls::new(&server, session)), server: Arc::new(server), listed }
    }

    /// Runs a call, with the wrapper around every step: a panic in the glue would never be answered either.
    ///
    /// Boxed, because a future is copied as often as it is passed on, and this one is large.
    async fn watched<T>(&self, carried: Pin<Box<impl Future<Output = T>>>) -> Result<T, Envelope> {
        let outcome = self.calls.tools.wrapper().watch("tools/call", carried).await;
        outcome.inspect_err(|envelope| {
            self.calls.tools.observe(CallEvent::replied("tools/call", envelope).on_reactor());
        })
    }

    /// Makes a result that is not a reply, with the wrapper around it: a panic here would never be answered.
    fn guarded<T>(&self, what: &'static str, make: impl FnOnce() -> Result<T, ErrorData>) -> Result<T, ErrorData> {
        let outcome = self.calls.tools.wrapper().guard(what, make);
        outcome.unwrap_or_else(|envelope| Err(result::failure(&envelope)))
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let capabilities =
            ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().enable_completions();
        let config = ServerConfig::new(capabilities.build())
            .with_server_info(Implementation::new(self.server.name, self.server.version));
        match self.server.instructions {
            Some(instructions) => config.with_instructions(instructions),
            None => config,
        }
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
        answered.unwrap_or_else(|crashed| Ok(result::result(crashed).into()))
    }

    /// A call whose arguments are not an object is not a call to rmcp; it is answered as one all the same (L20).
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        cx: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if TYPED_METHODS.contains(&request.method.as_str()) {
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
        let tool_call = self.calls.request(name, params["arguments"].clone(), &cx)?;
        let replied = self.watched(Box::pin(self.calls.reply(&tool_call))).await;
        let mut result = result::result(replied.unwrap_or_else(|crashed| crashed));
        if !elicitation::is_modern(&cx) {
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
        self.guarded("resources/list", || Ok(ListResourcesResult::with_all_items(self.server.content.resources())))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        self.guarded("resources/templates/list", || {
            Ok(ListResourceTemplatesResult::with_all_items(self.server.content.resource_templates()))
        })
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        self.guarded("resources/read", || self.server.content.read_resource(&request.uri).map(Into::into))
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        self.guarded("completion/complete", || self.server.content.complete(&request))
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        self.guarded("prompts/list", || Ok(ListPromptsResult::with_all_items(self.server.content.prompts())))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        self.guarded("prompts/get", || self.server.content.get_prompt(&request).map(Into::into))
    }

    fn get_tool(&self, name: &str) -> Option<ProtocolTool> {
        self.listed.iter().find(|tool| tool.name == name).cloned()
    }
}

/// A tool as the protocol describes it.
fn protocol_tool(tool: &ToolDescription) -> ProtocolTool {
    let hints = ToolAnnotations::new().read_only(tool.effect.is_read_only).open_world(tool.effect.is_open_world);
    // The destructive hint means nothing for a read-only tool, and a model pays for every word.
    let hints = if tool.effect.is_read_only {
        hints
    } else {
        hints.destructive(tool.effect.is_destructive).idempotent(tool.effect.is_idempotent)
    };
    let mut input = tool.input_schema.clone();
    // The server checks the maximum length and reports it when it is exceeded: no model counts to a megabyte.
    for field in input.get_mut("properties").and_then(Value::as_object_mut).into_iter().flat_map(|all| all.values_mut())
    {
        drop_longest(field);
    }
    ProtocolTool::new(tool.name, tool.description, Arc::new(input))
        .with_title(tool.title)
        .with_raw_output_schema(Arc::new(tool.output_schema.clone()))
        .with_annotations(hints)
}

fn drop_longest(field: &mut Value) {
    if let Value::Object(field) = field {
        field.remove("maxLength");
        field.get_mut("items").and_then(Value::as_object_mut).map(|items| items.remove("maxLength"));
    }
}
