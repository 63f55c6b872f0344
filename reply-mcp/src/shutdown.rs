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

#[cfg(not(unix))]
pub(crate) async fn shutdown_signal() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}
