//! A tool that returns anything but a reply does not compile.
use reply_kit::Wrapper;

fn serve(wrapper: &Wrapper) {
    wrapper.call("legacy", |_rb| serde_json::json!({ "ok": true }));
}

fn main() {}
