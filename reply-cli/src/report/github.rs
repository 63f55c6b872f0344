use reply_registry::Finding;

/// One workflow command: an annotation at the line in the review.
pub(super) fn annotation(finding: &Finding) -> String {
    let mut properties = Vec::new();
    if let Some(place) = &finding.place {
        properties.push(format!("file={}", property(&place.file)));
        properties.push(format!("line={}", place.start.line));
        properties.push(format!("col={}", place.start.column));
    }
    properties.push(format!("title={}", property(finding.rule.name())));
    let text = format!("{}\nhelp: {}", finding.message, finding.help);
    format!("::error {}::{}", properties.join(","), data(&text))
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
