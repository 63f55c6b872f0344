//! The signal to shut down.

/// Resolves when the process is told to end. It listens from now on, and not from when it is first polled.
#[cfg(unix)]
pub(crate) fn shutdown_signal() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    let signals = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
    async move {
        // Without a signal handler the signal ends the process, which is what it did before.
        let (Ok(mut terminate), Ok(mut interrupt)) = signals else { return std::future::pending().await };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    }
}

/// Ctrl-C, Ctrl-Break, a console window that is closed, the end of the session or of the system.
#[cfg(windows)]
pub(crate) fn shutdown_signal() -> impl Future<Output = ()> {
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};
    let signals = (ctrl_c(), ctrl_break(), ctrl_close(), ctrl_logoff(), ctrl_shutdown());
    async move {
        // Without a handler the event ends the process, which is what it did before.
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
