//! Input from the client: a thread of its own reads it, line by line.

use std::io::{ErrorKind, Read};
use std::sync::Arc;
use std::{io, thread};

use rmcp::model::{ClientJsonRpcMessage, ClientRequest, GetExtensions as _, ServerJsonRpcMessage};
use tokio::sync::mpsc;

use crate::connection::{Connection, RequestKind};
use crate::message::budget::ByteBudget;
use crate::message::{self, Incoming, MAX_MESSAGE};
use crate::stdio::encode;
use crate::stdio::long_line::LongLine;
use crate::stdio::outbox::Outbox;

/// How many messages wait for the reactor. Each holds its bytes of the budget, or is short.
const MAX_QUEUED: usize = 64;
const CHUNK: usize = 64 * 1024;
/// A buffer larger than this is not kept for the next line.
const MAX_KEPT_BUFFER: usize = 1024 * 1024;

/// Starts the thread that reads. The channel closes when the input ends.
pub(crate) fn start(
    source: impl Read + Send + 'static,
    outbox: Outbox,
    connection: Connection,
    budget: ByteBudget,
) -> io::Result<mpsc::Receiver<ClientJsonRpcMessage>> {
    let (messages, incoming) = mpsc::channel(MAX_QUEUED);
    let reader = Inbox { messages, outbox, connection, budget };
    thread::Builder::new().name("stdin".to_owned()).spawn(move || reader.read_all(source))?;
    Ok(incoming)
}

struct Inbox {
    messages: mpsc::Sender<ClientJsonRpcMessage>,
    outbox: Outbox,
    connection: Connection,
    budget: ByteBudget,
}

/// The receiver was dropped: no more messages are wanted.
struct ReceiverClosedError;

impl Inbox {
    fn read_all(&self, mut source: impl Read) {
        let mut chunk = vec![0; CHUNK];
        let mut line = IncomingLine::default();
        loop {
            let read = match source.read(&mut chunk) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                // An error is the end as well: a disconnected terminal reports one.
                Ok(0) | Err(_) => return,
                Ok(read) => read,
            };
            for part in chunk[..read].split_inclusive(|byte| *byte == b'\n') {
                line.push(part);
                if part.ends_with(b"\n") {
                    if self.take(line.whole()).is_err() {
                        return;
                    }
                    line.clear();
                }
            }
        }
    }

    /// Passes a line on. Nothing is read from a client that does not read its replies.
    fn take(&self, line: CompleteLine<'_>) -> Result<(), ReceiverClosedError> {
        if let CompleteLine::Nothing = line {
            return Ok(());
        }
        self.connection.wait_for_room();
        let incoming = match line {
            CompleteLine::Whole(line) => message::read(line, &self.budget),
            CompleteLine::TooLong(outline) => message::refuse_too_long(outline),
            CompleteLine::Nothing => Incoming::Skip,
        };
        match incoming {
            Incoming::Message(message) => self.forward(*message),
            Incoming::Answer(answer) => self.answer(&answer),
            Incoming::Skip => Ok(()),
        }
    }

    /// Passes a message on. rmcp stores requests by id, so a second one with an id in use would cost the first its answer.
    fn forward(&self, mut message: ClientJsonRpcMessage) -> Result<(), ReceiverClosedError> {
        if let ClientJsonRpcMessage::Request(request) = &mut message {
            let kind = match request.request {
                ClientRequest::CallToolRequest(_) | ClientRequest::CustomRequest(_) => RequestKind::Call,
                _ => RequestKind::Other,
            };
            let Some(in_flight) = self.connection.begin(&request.id, kind) else {
                return self.answer(&message::id_in_use(&request.id));
            };
            request.request.extensions_mut().insert(Arc::new(in_flight));
        }
        self.messages.blocking_send(message).map_err(|_| ReceiverClosedError)
    }

    fn answer(&self, answer: &ServerJsonRpcMessage) -> Result<(), ReceiverClosedError> {
        let line = encode(answer).map_err(|_| ReceiverClosedError)?;
        self.outbox.push(&line, None).map_err(|_| ReceiverClosedError)
    }
}

/// The line that is being read; of one that is too long, its outline.
#[derive(Default)]
struct IncomingLine {
    bytes: Vec<u8>,
    too_long: Option<LongLine>,
}

/// A line that was read to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CompleteLine<'l> {
    Whole(&'l [u8]),
    /// The outline of a line that was not held.
    TooLong(&'l [u8]),
    /// It is empty, or too long and not a message.
    Nothing,
}

impl IncomingLine {
    fn push(&mut self, part: &[u8]) {
        if self.too_long.is_none() && self.bytes.len() + part.len() > MAX_MESSAGE {
            let mut long = LongLine::default();
            long.push(&std::mem::take(&mut self.bytes));
            self.too_long = Some(long);
        }
        match &mut self.too_long {
            Some(long) => long.push(part),
            None => self.bytes.extend_from_slice(part),
        }
    }

    fn whole(&self) -> CompleteLine<'_> {
        match &self.too_long {
            Some(long) => long.outline().map_or(CompleteLine::Nothing, CompleteLine::TooLong),
            None if self.bytes.trim_ascii().is_empty() => CompleteLine::Nothing,
            None => CompleteLine::Whole(&self.bytes),
        }
    }

    fn clear(&mut self) {
        self.too_long = None;
        self.bytes.clear();
        if self.bytes.capacity() > MAX_KEPT_BUFFER {
            self.bytes = Vec::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::outline::ArgumentRefusal;

    #[test]
    fn a_line_that_is_too_long_is_not_held_and_the_next_one_is_read() {
        let mut line = IncomingLine::default();
        let part = vec![b'x'; CHUNK];
        for _ in 0..=MAX_MESSAGE / CHUNK {
            line.push(&part);
        }
        assert_eq!((line.whole(), line.bytes.capacity()), (CompleteLine::Nothing, 0));
        line.push(b"\n");
        line.clear();
        line.push(b"{}\n");
        assert_eq!(line.whole(), CompleteLine::Whole(b"{}\n".as_slice()));
    }

    #[test]
    fn l16_a_request_that_is_too_long_is_answered_by_its_id() {
        let text = "x".repeat(MAX_MESSAGE);
        let answered = |message: &str| {
            let mut line = IncomingLine::default();
            message.as_bytes().chunks(CHUNK).for_each(|part| line.push(part));
            let CompleteLine::TooLong(outline) = line.whole() else { panic!("to be too long") };
            message::refuse_too_long(outline)
        };
        let call = format!(
            r#"{{"jsonrpc":"2.0","method":"tools/call","params":{{"arguments":{{"content":"{text}"}},"name":"ck3_file"}},"id":7}}"#
        );
        let Incoming::Message(message) = answered(&call) else { panic!("to be passed on") };
        let ClientJsonRpcMessage::Request(request) = *message else { panic!("a request") };
        assert_eq!(request.request.extensions().get(), Some(&ArgumentRefusal::TooLong));
        assert_eq!(request.id, rmcp::model::NumberOrString::Number(7));
        let ping = format!(r#"{{"jsonrpc":"2.0","method":"ping","params":{{"x":"{text}"}},"id":"p"}}"#);
        let Incoming::Answer(answer) = answered(&ping) else { panic!("to be answered") };
        let answer = serde_json::to_value(answer).unwrap();
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&"p".into(), &(-32602).into()));
        // What needs no answer gets none, and the answer of a person is not guessed from a part of it.
        for (head, tail) in
            [("\"method\":\"notifications/x\"", ""), ("\"result\":{\"action\":\"accept\"}", ",\"id\":7")]
        {
            let message = format!(r#"{{"jsonrpc":"2.0",{head},"x":"{text}"{tail}}}"#);
            assert!(matches!(answered(&message), Incoming::Skip), "{head}");
        }
    }
}
