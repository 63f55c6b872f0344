//! A bare rmcp server with one empty tool: what the library itself costs.
#![forbid(unsafe_code)]

use std::error::Error;

use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::transport::stdio_pipes;
use rmcp::{ErrorData, RoleServer, ServiceExt};
use serde_json::json;

struct Bare;

impl ServerHandler for Bare {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn call_tool(
        &self,
        _: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let envelope = json!({
            "status": "success", "reply_type": "S", "code": "MCP-SYS-S-001", "data": { "home": "root:ck3raven_data" },
            "meta": { "trace_id": "00000000-0000-4000-8000-000000000000", "duration_ms": 0 }, "error": null,
        });
        let mut result = CallToolResult::success(vec![ContentBlock::text(envelope.to_string())]);
        result.structured_content = Some(envelope);
        Ok(result.into())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        Bare.serve(stdio_pipes()).await?.waiting().await?;
        Ok(())
    })
}
