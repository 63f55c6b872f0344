//! A connection with timeouts for unread output.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};

use super::options::HttpLimits;
use super::unread::UnreadReplies;

pub(super) struct TimedStream {
    stream: TcpStream,
    limits: HttpLimits,
    unread: UnreadReplies,
    /// Runs while the client reads nothing.
    stalled: Option<Pin<Box<Sleep>>>,
    /// Runs from the first write that waits for the client until all is written; resolves when it is to give way.
    late: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

impl TimedStream {
    pub(super) fn new(stream: TcpStream, limits: HttpLimits, unread: UnreadReplies) -> Self {
        Self { stream, limits, unread, stalled: None, late: None }
    }

    /// Watches a write: progress ends the wait; without progress it lasts at most as long as the timeout. While too much is unread
    /// over all connections, progress is not enough: otherwise those who read slowly would hold back everybody's calls.
    fn watch<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let HttpLimits { write_timeout, pressed_timeout, .. } = self.limits;
        let unread = &self.unread;
        let late = self.late.get_or_insert_with(|| {
            let unread = unread.clone();
            Box::pin(async move {
                tokio::time::sleep(pressed_timeout).await;
                unread.pressed().await;
            })
        });
        let is_late = late.as_mut().poll(cx).is_ready();
        let stalled =
            self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(Instant::now() + write_timeout)));
        if is_late || stalled.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        Poll::Pending
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.watch(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.watch(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// hyper flushes once it has written all that it holds.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.late = None;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
