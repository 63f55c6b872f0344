//! `what_if`: which winners change if a mod moves or is removed. Nothing is stored.

use index::SourceSet as _;
use replies::wa::success::ConflictsListed;
use reply_kit::{Reply, ReplyBuilder};

use crate::LensTool;
use crate::arguments::ListPart;
use crate::view::View;

impl View<'_> {
    /// A mod at another position among the mods, counted from 1, or removed.
    pub(crate) fn what_if<'c>(
        &self,
        rb: ReplyBuilder<'c, LensTool>,
        folder: &str,
        (source, position): (usize, Option<u32>),
        part: &ListPart,
    ) -> Reply<'c> {
        let other = self.lens.reordered(&self.ranks(source, position));
        let differences = self.lens.differences(&other, &Self::filter(folder));
        self.answer(rb, ConflictsListed, &self.keys(&differences, part, Some(&other)))
    }

    /// The position of each source after the move.
    fn ranks(&self, moved: usize, position: Option<u32>) -> Vec<Option<u32>> {
        let count = self.sources().count();
        let mut order: Vec<usize> = (0..count).filter(|source| *source != moved).collect();
        if let Some(position) = position {
            let games = order.iter().filter(|source| !self.is_mod(**source)).count();
            let at = games + (position as usize).saturating_sub(1);
            order.insert(at.min(order.len()), moved);
        }
        let rank =
            |source: usize| order.iter().position(|other| *other == source).and_then(|at| u32::try_from(at).ok());
        (0..count).map(rank).collect()
    }
}
