//! The fields of a `descriptor.mod` or of a launcher's `.mod` file.

use crate::script::Script;
use crate::tree::{Block, Pair, Value};

/// A descriptor: fields that have a text, several texts, or a list of texts.
///
/// ```
/// use ck3_script::Descriptor;
/// let file = b"name=\"Big Mod\"\ntags={ \"Events\" }\nreplace_path=\"history/wars\"\nreplace_path=\"history/titles\"\n";
/// let descriptor = Descriptor::parse(file);
/// assert_eq!(descriptor.value("name"), Some("Big Mod"));
/// assert_eq!(descriptor.values("replace_path"), ["history/wars", "history/titles"]);
/// assert_eq!(descriptor.values("tags"), ["Events"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Descriptor {
    fields: Vec<DescriptorEntry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct DescriptorEntry {
    name: String,
    is_list: bool,
    texts: Vec<String>,
}

impl Descriptor {
    /// Reads the fields at the top level; what is wrong with one of them does not keep the others from being read.
    ///
    /// A file that is longer than [`MAX_FILE`](crate::MAX_FILE) has none.
    pub fn parse(bytes: &[u8]) -> Self {
        Self { fields: Script::parse(bytes).root().pairs().filter_map(field).collect() }
    }

    /// The text of a field that is not a list; if it is repeated, the last.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.fields.iter().rfind(|field| field.name == name && !field.is_list)?.texts.first().map(String::as_str)
    }

    /// All texts of a field in order, whether it is repeated, a list, or both.
    pub fn values(&self, name: &str) -> Vec<&str> {
        self.fields
            .iter()
            .filter(|field| field.name == name)
            .flat_map(|field| &field.texts)
            .map(String::as_str)
            .collect()
    }
}

fn field(pair: Pair<'_>) -> Option<DescriptorEntry> {
    let name = unescaped(pair.name());
    match pair.block() {
        Some(block) => Some(DescriptorEntry { name, is_list: true, texts: texts(block) }),
        None => Some(DescriptorEntry { name, is_list: false, texts: vec![unescaped(pair.scalar()?)] }),
    }
}

fn texts(block: Block<'_>) -> Vec<String> {
    let span = |value: Value<'_>| value.scalar_span(block.text());
    block.values().filter_map(span).map(|span| unescaped(span.of(block.text()))).collect()
}

/// A backslash is kept, because it also separates folders in paths of Windows; only an escaped quote is one character.
fn unescaped(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).replace("\\\"", "\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_descriptor_of_the_launcher_is_read() {
        let text = "\u{feff}version=\"1.0\"\r\ntags={\n\t\"name\"\n\tname = \"no\"\n}\n# path=\"x\"\nname=\"More = Traits #2\"\n\
                    path=\"C:/docs/mod/traits\"\nremote_file_id=\"1\"";
        let descriptor = Descriptor::parse(text.as_bytes());
        assert_eq!(descriptor.value("name"), Some("More = Traits #2"));
        assert_eq!(descriptor.value("path"), Some("C:/docs/mod/traits"));
        assert_eq!(descriptor.values("tags"), ["name"]);
    }

    #[test]
    fn a_field_that_is_broken_is_absent_and_the_others_are_there() {
        assert_eq!(Descriptor::parse(b"name=").value("name"), None);
        assert_eq!(Descriptor::parse(b"{{{\"").value("name"), None);
        let descriptor = Descriptor::parse(b"dependencies={\n\t\"A\"\n\t\"B\"\nname=\"x\"\n");
        assert_eq!(descriptor.value("name"), Some("x"));
        assert_eq!(descriptor.values("dependencies"), ["A", "B"]);
    }
}
