//! Input from the client: a thread of its own reads it, line by line.

use std::io::{ErrorKind, Read};
use std::sync::Arc;
use std::{io, thread};

use rmcp::model::{ClientJsonRpcMessage, ClientRequest, GetExtensions as _, ServerJsonRpcMessage};
use tokio::sync::mpsc;

use crate::budget::ByteBudget;
use crate::connection::{Connection, RequestKind};
use crate::message::{self, Incoming, MAX_MESSAGE};
use crate::outbox::Outbox;
use crate::stdio::encode;

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
struct ReceiverClosed;

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
    fn take(&self, line: Option<&[u8]>) -> Result<(), ReceiverClosed> {
        let Some(line) = line else { return Ok(()) };
        self.connection.wait_for_room();
        match message::read(line, &self.budget) {
            Incoming::Message(message) => self.hand_on(*message),
            Incoming::Answer(answer) => self.answer(&answer),
            Incoming::Skip => Ok(()),
        }
    }

    /// Passes a message on. rmcp stores requests by id, so a second one with an id in use would cost the first its answer.
    fn hand_on(&self, mut message: ClientJsonRpcMessage) -> Result<(), ReceiverClosed> {
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
        self.messages.blocking_send(message).map_err(|_| ReceiverClosed)
    }

    fn answer(&self, answer: &ServerJsonRpcMessage) -> Result<(), ReceiverClosed> {
        let line = encode(answer).map_err(|_| ReceiverClosed)?;
        self.outbox.push(&line, None).map_err(|_| ReceiverClosed)
    }
}

/// The line that is being read, unless it is too long.
#[derive(Default)]
struct IncomingLine {
    bytes: Vec<u8>,
    is_too_long: bool,
}

impl IncomingLine {
    fn push(&mut self, part: &[u8]) {
        self.is_too_long |= self.bytes.len() + part.len() > MAX_MESSAGE;
        if self.is_too_long {
            self.bytes = Vec::new();
        } else {
            self.bytes.extend_from_slice(part);
        }
    }

    /// The line, if it is neither too long nor empty.
    fn whole(&self) -> Option<&[u8]> {
        let says_something = !self.bytes.trim_ascii().is_empty();
        (says_something && !self.is_too_long).then_some(&self.bytes)
    }

    fn clear(&mut self) {
        self.is_too_long = false;
        self.bytes.clear();
        if self.bytes.capacity() > MAX_KEPT_BUFFER {
            self.bytes = Vec::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_not_held_and_the_next_one_is_read() {
        let mut line = IncomingLine::default();
        let part = vec![b'x'; CHUNK];
        for _ in 0..=MAX_MESSAGE / CHUNK {
            line.push(&part);
        }
        assert!(line.whole().is_none() && line.bytes.capacity() == 0);
        line.push(b"\n");
        line.clear();
        line.push(b"{}\n");
        assert_eq!(line.whole(), Some(b"{}\n".as_slice()));
    }
}
