//! Ids for people: shortened to a unique prefix.

use std::collections::BTreeSet;
use std::ops::Bound;

/// The minimum length of a shortened id.
const MIN_SHOWN: usize = 8;

/// Shortens ids so that they stay distinct.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShortIds {
    ids: BTreeSet<String>,
}

impl ShortIds {
    /// For these ids.
    pub(crate) fn of<'i>(ids: impl IntoIterator<Item = &'i str>) -> Self {
        Self { ids: ids.into_iter().map(str::to_owned).collect() }
    }

    /// The shortest unique prefix of an id, at least eight characters.
    pub(crate) fn short<'i>(&self, id: &'i str) -> &'i str {
        let others = [
            self.ids.range::<str, _>((Bound::Unbounded, Bound::Excluded(id))).next_back(),
            self.ids.range::<str, _>((Bound::Excluded(id), Bound::Unbounded)).next(),
        ];
        let shared = others.into_iter().flatten().map(|other| shared(id, other)).max().unwrap_or(0);
        let length = MIN_SHOWN.max(shared + 1).min(id.len());
        &id[..id.floor_char_boundary(length)]
    }
}

/// The length of the common prefix of two texts, in bytes.
fn shared(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_as_short_as_it_can_be_and_stay_unique() {
        let ids = ["aaaaaaaa-1111", "aaaaaaaa-1122", "bbbbbbbb-1111"];
        let short = ShortIds::of(ids);
        assert_eq!(ids.map(|id| short.short(id)), ["aaaaaaaa-111", "aaaaaaaa-112", "bbbbbbbb"]);
        assert_eq!(short.short("abc"), "abc");
        assert_eq!(ShortIds::default().short("12345678-9"), "12345678");
    }
}
