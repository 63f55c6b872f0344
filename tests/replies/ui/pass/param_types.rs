//! Routes and web addresses are parameters of their own, where the registry lets routes pass.
reply_kit::registry!("param_types.toml");

use reply_kit::{AnyCode, CodeType, CrashDir, Program, Route, WebAddress};
use web::invalid::PageMoved;

fn main() {
    let Program { wrapper, voices, .. } = start(CrashDir::at("unused")).unwrap();
    let moved = || PageMoved {
        route: Route::new("/api/v1/users/{id}").unwrap(),
        url: WebAddress::new("https://example.org/users?page=2").unwrap(),
        nearest: vec![Route::new("/api/v2/users").unwrap()],
    };
    let envelope = wrapper.call::<AnyCode, _>("page", |rb| Err(rb.invalid(&voices.web, moved())));
    assert_eq!(envelope.code(), PageMoved::CODE);
    let data = &envelope.as_value()["data"];
    assert_eq!(data["route"], "/api/v1/users/{id}");
    assert_eq!(data["nearest"][0], "/api/v2/users");

    // A home in the query of a web address is a leak at this level as well.
    let url = WebAddress::new("https://example.org/?file=/home/nate/x").unwrap();
    let leaking = PageMoved { url, ..moved() };
    let envelope = wrapper.call::<AnyCode, _>("page", |rb| Err(rb.invalid(&voices.web, leaking)));
    assert_eq!(envelope.code(), Code::Leak);
}
