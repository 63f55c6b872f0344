//! The transport over two streams of any kind: pipes, sockets, terminals or files.
//!
//! Each direction has a thread of its own. rmcp's own transport uses tokio's blocking threads for anything but Linux pipes,
//! where it would wait for everything else that blocks.

pub(crate) mod inbox;
pub(crate) mod long_line;
pub(crate) mod outbox;

use std::fs::File;
use std::io::{self, Read, Write};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, RequestId, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::mpsc;

use self::outbox::Outbox;
use crate::connection::Connection;
use crate::message::budget::ByteBudget;
use crate::message::protocol_error;

/// How long replies may take to be written when the transport is closed.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// A transport over two streams that blocks only its own two threads.
pub(crate) struct StdioTransport {
    incoming: mpsc::Receiver<ClientJsonRpcMessage>,
    outbox: Outbox,
    connection: Connection,
}

impl StdioTransport {
    /// Starts reading and writing.
    pub(crate) fn start(
        source: impl Read + Send + 'static,
        sink: impl Write + Send + 'static,
        connection: Connection,
        budget: ByteBudget,
    ) -> io::Result<Self> {
        let outbox = Outbox::start(sink, connection.clone())?;
        let incoming = inbox::start(source, outbox.clone(), connection.clone(), budget)?;
        Ok(Self { incoming, outbox, connection })
    }
}

impl Transport<RoleServer> for StdioTransport {
    type Error = io::Error;

    /// Resolves at once: the connection is notified when the message has been written.
    fn send(&mut self, item: ServerJsonRpcMessage) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        let item = protocol_error::checked(item);
        let sent = encode(&item).and_then(|line| self.outbox.push(&line, answered(item).as_ref()));
        std::future::ready(sent)
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        tokio::select! {
            biased;
            // A client that reads no answers has nothing more to ask.
            () = self.connection.output_closed() => None,
            message = self.incoming.recv() => message,
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        // A client that does not read does not delay the shutdown.
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, self.outbox.close()).await;
        Ok(())
    }
}

/// The request that a message answers.
fn answered(message: ServerJsonRpcMessage) -> Option<RequestId> {
    match message {
        ServerJsonRpcMessage::Response(response) => Some(response.id),
        ServerJsonRpcMessage::Error(error) => error.id,
        _ => None,
    }
}

/// A message as a line.
pub(crate) fn encode(message: &ServerJsonRpcMessage) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}

/// The process's standard input, without the shared buffer and lock.
#[cfg(unix)]
pub(crate) fn protocol_input() -> io::Result<impl Read + Send> {
    use std::os::fd::AsFd as _;
    Ok(BlockingStream(File::from(io::stdin().as_fd().try_clone_to_owned()?)))
}

/// The process's standard output, without the shared buffer and lock.
#[cfg(unix)]
pub(crate) fn protocol_output() -> io::Result<impl Write + Send> {
    use std::os::fd::AsFd as _;
    Ok(BlockingStream(File::from(io::stdout().as_fd().try_clone_to_owned()?)))
}

#[cfg(windows)]
pub(crate) fn protocol_input() -> io::Result<impl Read + Send> {
    use std::os::windows::io::AsHandle as _;
    io::stdin().as_handle().try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
pub(crate) fn protocol_output() -> io::Result<impl Write + Send> {
    use std::os::windows::io::AsHandle as _;
    io::stdout().as_handle().try_clone_to_owned().map(File::from)
}

/// A stream that blocks even if another process that shares it has made it non-blocking.
#[cfg(unix)]
struct BlockingStream(File);

#[cfg(unix)]
impl BlockingStream {
    fn retry<T>(
        &self,
        events: rustix::event::PollFlags,
        mut attempt: impl FnMut(&File) -> io::Result<T>,
    ) -> io::Result<T> {
        loop {
            match attempt(&self.0) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let mut waited = [rustix::event::PollFd::new(&self.0, events)];
                    match rustix::event::poll(&mut waited, None) {
                        Ok(_) | Err(rustix::io::Errno::INTR) => {}
                        Err(error) => return Err(error.into()),
                    }
                }
                done => return done,
            }
        }
    }
}

#[cfg(unix)]
impl Read for BlockingStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.retry(rustix::event::PollFlags::IN, |mut file| file.read(buffer))
    }
}

#[cfg(unix)]
impl Write for BlockingStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.retry(rustix::event::PollFlags::OUT, |mut file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
