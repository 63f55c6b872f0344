//! Being told to stop.

/// Ends when the process is told to. It listens from now on, and not from when it is first waited for.
#[cfg(unix)]
pub(crate) fn told_to_stop() -> impl Future<Output = ()> {
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
pub(crate) async fn told_to_stop() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}
