//! A line that is too long to be held: what its answer needs is kept as it passes, so that the request is answered by its id.

/// The most bytes that are kept of a member of `params`; of a longer one `null`.
const MAX_PART: usize = 4 * 1024;
/// The most bytes that are kept of a member of the message.
const MAX_MEMBER: usize = 64 * 1024;
/// The most bytes that are kept at all: a message has a handful of members.
const MAX_LINE: usize = 4 * MAX_MEMBER;

/// Reads a message byte by byte, and keeps it without the values that are long.
#[derive(Debug, Default)]
pub(crate) struct LongLine {
    kept: Vec<u8>,
    depth: usize,
    in_string: bool,
    is_escaped: bool,
    /// Where the value begins that is being read, of the members of the message and of those of the member.
    starts: [Option<usize>; 2],
    /// The level of the value that is being skipped, because it is long.
    skipped: Option<usize>,
    is_abandoned: bool,
}

impl LongLine {
    pub(crate) fn push(&mut self, part: &[u8]) {
        for byte in part {
            if self.is_abandoned {
                return;
            }
            self.read(*byte);
        }
    }

    /// The message without its long values; none if it has too many members, or is not a message.
    pub(crate) fn outline(&self) -> Option<&[u8]> {
        (!self.is_abandoned && self.depth == 0).then_some(&self.kept)
    }

    fn read(&mut self, byte: u8) {
        if self.in_string {
            self.keep(byte);
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return;
        }
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => {}
            b'{' | b'[' => {
                self.depth += 1;
                self.keep(byte);
            }
            b':' => {
                self.keep(byte);
                self.begin_value();
            }
            b',' => {
                self.end_value();
                self.keep(byte);
            }
            b'}' | b']' => {
                self.end_value();
                self.keep(byte);
                self.depth = self.depth.saturating_sub(1);
            }
            // A message is an object: anything else is not looked at further.
            _ if self.depth == 0 => self.abandon(),
            _ => {
                self.in_string = byte == b'"';
                self.keep(byte);
            }
        }
    }

    fn begin_value(&mut self) {
        if let (None, 1 | 2) = (self.skipped, self.depth) {
            self.starts[self.depth - 1] = Some(self.kept.len());
        }
    }

    fn end_value(&mut self) {
        if let 1 | 2 = self.depth {
            self.starts[self.depth - 1] = None;
            if self.skipped == Some(self.depth) {
                self.skipped = None;
            }
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.skipped.is_some() {
            return;
        }
        self.kept.push(byte);
        let is_long = |start: Option<usize>, max: usize| start.filter(|start| self.kept.len() - start > max);
        let [member, part] = self.starts;
        if let Some(start) = is_long(part, MAX_PART) {
            self.skip(start, 2);
        } else if let Some(start) = is_long(member, MAX_MEMBER) {
            self.starts[1] = None;
            self.skip(start, 1);
        } else if self.kept.len() > MAX_LINE {
            self.abandon();
        }
    }

    fn skip(&mut self, start: usize, level: usize) {
        self.kept.truncate(start);
        self.kept.extend(b"null");
        self.skipped = Some(level);
    }

    fn abandon(&mut self) {
        *self = Self { is_abandoned: true, ..Self::default() };
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn outline(message: &str) -> Option<Value> {
        let mut line = LongLine::default();
        // In pieces, as it arrives.
        message.as_bytes().chunks(7).for_each(|piece| line.push(piece));
        line.outline().map(|kept| serde_json::from_slice(kept).unwrap())
    }

    #[test]
    fn a_short_message_is_kept_as_it_is() {
        let message = json!({
            "id": "a\"\\,:{[", "method": "tools/call",
            "params": { "name": "a", "arguments": { "x": [1, { "y": "}" }], "z": -1.5e3 }, "_meta": { "progressToken": 1 } },
        });
        assert_eq!(outline(&message.to_string()), Some(message.clone()));
        assert_eq!(outline(&serde_json::to_string_pretty(&message).unwrap()), Some(message));
    }

    #[test]
    fn what_is_long_is_null_and_what_comes_after_it_is_kept() {
        let long = ["\\\"".repeat(MAX_MEMBER), "{[,:]}".repeat(MAX_MEMBER), "\\\\".repeat(MAX_MEMBER)];
        for text in long {
            for long in
                [format!("\"{text}\""), format!("{{\"a\":[\"{text}\",{{\"b\":1}}]}}"), format!("[1,\"{text}\"]")]
            {
                let called = format!(r#"{{"params":{{"arguments":{long},"name":"n"}},"method":"m","id":7}}"#);
                let params = json!({ "arguments": null, "name": "n" });
                assert_eq!(outline(&called), Some(json!({ "params": params, "method": "m", "id": 7 })));
                let other = format!(r#"{{"params":{long},"id":7}}"#);
                let kept = outline(&other).unwrap();
                assert!(kept["id"] == 7 && kept.to_string().len() < MAX_PART, "{kept}");
            }
        }
        let many = format!(r#"{{"params":{{{}"z":1}},"id":7}}"#, r#""a":1,"#.repeat(MAX_MEMBER));
        assert_eq!(outline(&many), Some(json!({ "params": null, "id": 7 })));
        let list = format!(r#"{{"params":[{}[1]],"id":7}}"#, "[1],".repeat(MAX_MEMBER));
        assert_eq!(outline(&list), Some(json!({ "params": null, "id": 7 })));
    }

    #[test]
    fn what_is_not_a_message_is_not_kept() {
        let members = format!("{{{}\"z\":1}}", r#""a":1,"#.repeat(MAX_LINE));
        for garbage in
            ["x".repeat(MAX_LINE), "{".repeat(2 * MAX_LINE), members, "}{".repeat(MAX_LINE) + "{", "{\"".to_owned()]
        {
            assert_eq!(outline(&garbage), None, "{garbage:.10}");
        }
    }
}
