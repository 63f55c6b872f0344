//! Being told to stop.

/// Ends when the process is told to.
#[cfg(unix)]
pub(crate) async fn told_to_stop() {
    use tokio::signal::unix::{SignalKind, signal};
    // Without a signal handler the signal ends the process, which is what it did before.
    let (Ok(mut terminate), Ok(mut interrupt)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}

#[cfg(not(unix))]
pub(crate) async fn told_to_stop() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}
