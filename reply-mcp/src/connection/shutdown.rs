//! The shutdown signal.

/// Resolves when the process receives a shutdown signal. It listens from this call on, not from the first poll.
#[cfg(unix)]
pub(crate) fn shutdown_signal() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    let signals = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
    async move {
        // Without a handler the signal ends the process, as it does by default.
        let (Ok(mut terminate), Ok(mut interrupt)) = signals else { return std::future::pending().await };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    }
}

/// Ctrl-C, Ctrl-Break, a closed console window, the end of the user's session or of the system.
#[cfg(windows)]
pub(crate) fn shutdown_signal() -> impl Future<Output = ()> {
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};
    let signals = (ctrl_c(), ctrl_break(), ctrl_close(), ctrl_logoff(), ctrl_shutdown());
    async move {
        // Without a handler the event ends the process, as it does by default.
        let (Ok(mut ctrl_c), Ok(mut ctrl_break), Ok(mut close), Ok(mut logoff), Ok(mut shutdown)) = signals else {
            return std::future::pending().await;
        };
        tokio::select! {
            _ = ctrl_c.recv() => {}
            _ = ctrl_break.recv() => {}
            _ = close.recv() => {}
            _ = logoff.recv() => {}
            _ = shutdown.recv() => {}
        }
    }
}
