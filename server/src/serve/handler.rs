//! One handler for every transport: it bounds the work, runs tools off the reactor, and turns envelopes into results.

use std::sync::Arc;
use std::time::Duration;

use enforcement::AtTheDesk;
use reply_core::Envelope;
use rmcp::ErrorData;
use rmcp::RoleServer;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, Implementation, ListToolsResult, PaginatedRequestParams,
    ServerCapabilities, ServerConfig, Tool as ProtocolTool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use tokio::sync::Semaphore;

use super::{INSTRUCTIONS, answer};
use crate::app::App;
use crate::tools::{Origin, Tool, offered};

/// How many tools run at once: file work, on few cores.
const RUNNING: usize = 8;
/// How many calls wait for their turn; one more is answered as overload.
const WAITING: usize = 4_096;
/// How long a call may wait for its turn.
const PATIENCE: Duration = Duration::from_mins(1);

#[derive(Clone)]
pub(crate) struct Handler {
    app: Arc<App>,
    tools: Arc<[Tool]>,
    listed: Arc<[ProtocolTool]>,
    running: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

impl Handler {
    pub(crate) fn new(app: Arc<App>) -> Self {
        let tools = offered(app.read_only);
        let listed = tools.iter().map(protocol_tool).collect();
        Self {
            app,
            tools: tools.into(),
            listed,
            running: Arc::new(Semaphore::new(RUNNING)),
            waiting: Arc::new(Semaphore::new(WAITING)),
        }
    }

    /// Waits for a turn, within bounds, and runs the tool on a blocking thread.
    async fn run(&self, index: usize, request: CallToolRequestParams) -> Envelope {
        let name = self.tools[index].name;
        let Ok(_place) = self.waiting.try_acquire() else { return self.app.wrapper.overloaded(name) };
        let Ok(Ok(turn)) = tokio::time::timeout(PATIENCE, Arc::clone(&self.running).acquire_owned()).await else {
            return self.app.wrapper.overloaded(name);
        };
        let (app, tools) = (Arc::clone(&self.app), Arc::clone(&self.tools));
        let arguments = request.arguments.unwrap_or_default();
        let done = tokio::task::spawn_blocking(move || {
            let envelope = app.call(&tools[index], &arguments, Origin::OneAgent, &AtTheDesk);
            drop(turn);
            envelope
        });
        // The wrapper catches a panic of the tool; this one would be the glue's own.
        done.await.unwrap_or_else(|_| self.app.wrapper.overloaded(name))
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        ServerConfig::new(capabilities)
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
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(index) = self.tools.iter().position(|tool| tool.name == request.name) else {
            return Err(ErrorData::invalid_params(format!("there is no tool {}", request.name), None));
        };
        Ok(answer::result(self.run(index, request).await).into())
    }

    fn get_tool(&self, name: &str) -> Option<ProtocolTool> {
        self.listed.iter().find(|tool| tool.name == name).cloned()
    }
}

fn protocol_tool(tool: &Tool) -> ProtocolTool {
    use crate::tools::Effect;
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
