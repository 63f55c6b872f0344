//! Ids as people handle them: by a beginning that is enough to tell them apart.

use std::collections::BTreeSet;
use std::ops::Bound;

/// The fewest characters that an id is shortened to.
const MIN_SHOWN: usize = 8;

/// Shortens ids so that each can still be told from the others.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShortIds {
    ids: BTreeSet<String>,
}

impl ShortIds {
    /// For these ids.
    pub(crate) fn of<'i>(ids: impl IntoIterator<Item = &'i str>) -> Self {
        Self { ids: ids.into_iter().map(str::to_owned).collect() }
    }

    /// The beginning of an id, at least eight characters of it, that no other of the ids has.
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

/// How many bytes two texts begin with alike.
fn shared(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_as_short_as_it_can_be_told_from_its_neighbours() {
        let ids = ["aaaaaaaa-1111", "aaaaaaaa-1122", "bbbbbbbb-1111"];
        let short = ShortIds::of(ids);
        assert_eq!(ids.map(|id| short.short(id)), ["aaaaaaaa-111", "aaaaaaaa-112", "bbbbbbbb"]);
        assert_eq!(short.short("abc"), "abc");
        assert_eq!(ShortIds::default().short("12345678-9"), "12345678");
    }
}
