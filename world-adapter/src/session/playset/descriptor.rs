//! The `.mod` descriptor of a mod: its name and where it lies.

/// What a descriptor says, as far as the world needs it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Descriptor {
    pub(super) name: String,
    pub(super) path: String,
}

/// Reads `name` and `path` at the top level; everything else, blocks included, is skipped.
pub(super) fn read(text: &str) -> Option<Descriptor> {
    let (mut name, mut path) = (None, None);
    let mut depth = 0_usize;
    let mut tokens = Tokens { rest: text.trim_start_matches('\u{feff}') }.peekable();
    while let Some(token) = tokens.next() {
        match token {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "name" | "path" if depth == 0 && tokens.peek() == Some(&"=") => {
                tokens.next();
                let value = tokens.next().map(|value| value.trim_matches('"').to_owned());
                if token == "name" { name = value } else { path = value }
            }
            _ => {}
        }
    }
    Some(Descriptor { name: name?, path: path? })
}

/// Words, quoted texts (quotes included), and `=`, `{`, `}`; comments run to the end of the line.
struct Tokens<'t> {
    rest: &'t str,
}

impl<'t> Iterator for Tokens<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        loop {
            self.rest = self.rest.trim_start();
            match self.rest.strip_prefix('#') {
                Some(comment) => self.rest = comment.split_once('\n').map_or("", |(_, rest)| rest),
                None => break,
            }
        }
        let length = match self.rest.as_bytes().first()? {
            b'=' | b'{' | b'}' => 1,
            b'"' => self.rest[1..].find('"').map_or(self.rest.len(), |end| end + 2),
            _ => {
                let ends = |character: char| character.is_whitespace() || "={}#\"".contains(character);
                self.rest.find(ends).unwrap_or(self.rest.len())
            }
        };
        let (token, rest) = self.rest.split_at(length);
        self.rest = rest;
        Some(token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_descriptor_of_the_launcher_is_read() {
        let text = "\u{feff}version=\"1.0\"\r\ntags={\n\t\"name\"\n\tname = \"no\"\n}\n# path=\"x\"\nname=\"More = Traits #2\"\n\
                    path=\"C:/docs/mod/traits\"\nremote_file_id=\"1\"";
        let found = read(text);
        assert_eq!(found, Some(Descriptor { name: "More = Traits #2".into(), path: "C:/docs/mod/traits".into() }));
    }

    #[test]
    fn a_descriptor_without_a_path_is_none() {
        assert_eq!(read("name=\"x\""), None);
        assert_eq!(read("name="), None);
        assert_eq!(read("{{{\""), None);
    }
}
