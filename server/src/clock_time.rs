//! Points in time: RFC 3339 in UTC with milliseconds in files, local time on a terminal.

use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::Value;

/// A time as it is written to files: `2026-03-01T17:04:05.123Z`.
pub(crate) fn in_utc(at: Timestamp) -> String {
    format!("{at:.3}")
}

/// A time for people: local date and time, to the second.
pub(crate) fn for_people(at: Timestamp) -> String {
    at.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M:%S").to_string()
}

/// The local day and hour of a time: `2026-03-01 17:00`.
pub(crate) fn hour(at: Timestamp) -> String {
    at.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:00").to_string()
}

/// How long ago a time was, in the largest unit that fits.
pub(crate) fn ago(at: Timestamp) -> String {
    format!("{} ago", span(now().duration_since(at).unsigned_abs()))
}

/// A duration in the largest unit that fits.
pub(crate) fn span(length: Duration) -> String {
    match length.as_secs() {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds @ 60..3_600 => format!("{} min", seconds / 60),
        seconds @ 3_600..172_800 => format!("{} h", seconds / 3_600),
        seconds => format!("{} days", seconds / 86_400),
    }
}

/// The time of the clock.
pub(crate) fn now() -> Timestamp {
    of_clock(SystemTime::now())
}

/// A clock that is beyond the calendar, after the year 9999, does not stop the server.
fn of_clock(at: SystemTime) -> Timestamp {
    Timestamp::try_from(at).unwrap_or(Timestamp::MAX)
}

/// The time this many seconds after 1970, as earlier versions wrote it.
pub(crate) fn from_seconds(seconds: u64) -> Timestamp {
    i64::try_from(seconds).ok().and_then(|seconds| Timestamp::from_second(seconds).ok()).unwrap_or(Timestamp::MAX)
}

/// A time from a file: as text, or as the seconds of an earlier version.
pub(crate) fn from_json(value: &Value) -> Option<Timestamp> {
    match value {
        Value::String(text) => text.parse().ok(),
        Value::Number(seconds) => seconds.as_u64().map(from_seconds),
        _ => None,
    }
}

/// A time as a person types it: `2026-03-01`, `2026-03-01 17:04`, RFC 3339, or how long ago: `90s`, `15m`, `2h`, `7d`.
pub(crate) fn parse(text: &str) -> Result<Timestamp, String> {
    let text = text.trim();
    if let Ok(at) = text.parse::<Timestamp>() {
        return Ok(at);
    }
    if let Ok(at) = text.parse::<jiff::civil::DateTime>().and_then(|at| at.to_zoned(TimeZone::system())) {
        return Ok(at.timestamp());
    }
    if let Ok(at) = text.parse::<jiff::civil::Date>().and_then(|day| day.to_zoned(TimeZone::system())) {
        return Ok(at.timestamp());
    }
    let ago = text.parse::<jiff::Span>().and_then(|span| jiff::Zoned::now().checked_sub(span));
    ago.map(|at| at.timestamp()).map_err(|_| {
        "a time is 2026-03-01, \"2026-03-01 17:04\", 2026-03-01T17:04:05Z, or 90s, 15m, 2h, 7d ago".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_beyond_the_calendar_is_at_its_end() {
        let year = Duration::from_hours(24 * 366);
        assert_eq!(of_clock(SystemTime::UNIX_EPOCH + year * 9_000), Timestamp::MAX);
        assert_eq!(of_clock(SystemTime::UNIX_EPOCH), Timestamp::UNIX_EPOCH);
    }

    #[test]
    fn an_instant_is_written_in_utc_with_milliseconds_and_read_back_and_so_are_the_seconds_of_earlier_versions() {
        let at: Timestamp = "2026-03-01T17:04:05.123456Z".parse().unwrap();
        assert_eq!(in_utc(at), "2026-03-01T17:04:05.123Z");
        assert_eq!(from_json(&in_utc(at).into()).map(in_utc), Some(in_utc(at)));
        assert_eq!(from_json(&1_772_384_645_u64.into()).map(in_utc).as_deref(), Some("2026-03-01T17:04:05.000Z"));
    }

    #[test]
    fn a_person_may_write_a_day_a_time_or_how_long_ago() {
        for text in ["2026-03-01", "2026-03-01 17:04", "2026-03-01T17:04:05Z", "90s", "15m", "2h", "7d"] {
            assert!(parse(text).is_ok(), "{text}");
        }
        for text in ["", "m", "yesterday", "5 ages", "99999999999999999999d", "é"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
