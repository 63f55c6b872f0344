//! The names by which clients reach a server over HTTP.

/// A host name or address as a client sends it, with an optional port.
pub(crate) fn parse_host(text: &str) -> Result<String, String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || ".-_:[]".contains(c);
    let is_host = text.len() <= 255 && text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '[');
    if is_host && text.chars().all(is_part) {
        return Ok(text.to_owned());
    }
    Err("a host is a name or an address such as raven.lan or raven.lan:7077, without http:// or a path".to_owned())
}
