//! The configured deep validator: its path, and its limits (L95).

use std::time::Duration;

use world_adapter::ValidatorConfig;

use crate::config::Settings;
use crate::state_paths::StatePaths;

/// How much of a call's time is left for its reply after the validator was ended.
const REPLY_TIMEOUT: Duration = Duration::from_secs(1);

/// How the validator is run: within the time of a call, and limited by this program where the system supports it.
pub(crate) fn config(settings: &Settings, paths: &StatePaths) -> Option<ValidatorConfig> {
    let tiger = settings.tiger.as_ref()?;
    Some(ValidatorConfig {
        program: tiger.path.clone(),
        timeout: tiger.timeout.min(settings.limits.timeout.saturating_sub(REPLY_TIMEOUT)).max(REPLY_TIMEOUT),
        memory: tiger.memory_megabytes as u64 * 1024 * 1024,
        folder: paths.validator(),
        limiter: std::env::current_exe().ok().filter(|_| cfg!(unix)),
    })
}
