//! Which definition of a key counts, why each other one does not, and how certain that is (R4 to R13).

use std::cmp::Ordering;

use crate::doubt::Doubt;
use crate::file_order::{compare_by_components, compare_paths};
use crate::files::FileStanding;
use crate::localization::{ReplaceClass, replace_class};
use crate::position::LoadPosition;
use crate::rule::{Certainty, FolderRule, RuleId, rule};

/// A definition of the key in question.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'p> {
    /// Where its source stands in the load order.
    pub position: LoadPosition,
    /// The path of its file as the game knows it.
    pub path: &'p str,
    /// The byte that it starts at.
    pub start: u32,
    /// Its override priority; 0 unless it says one.
    pub priority: i64,
    /// The standing of its file.
    pub standing: FileStanding,
}

/// The outcome for a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CandidateOutcome {
    /// It is the one that counts.
    InForce,
    /// It is one of several that count together (R7, R10).
    Merged,
    /// It counts on its own, beside others of the same key: each file, or each character, is a whole (R1, R9).
    Separate,
    /// It counts in its own file alone (R13).
    Local,
    /// Nothing says whether it or an equal one counts.
    Unclear,
    /// Another one counts: it comes later, or first, or is in a replace folder.
    Overridden {
        /// The candidate that counts.
        by: usize,
    },
    /// Another one has a larger override priority.
    LowerPriority {
        /// The candidate that counts.
        by: usize,
    },
    /// Its file is replaced by one of the same path (R1).
    FileReplaced {
        /// The source of that file.
        by: LoadPosition,
    },
    /// Its folder is hidden by a mod (R2).
    Hidden {
        /// That mod.
        by: LoadPosition,
        /// How sure that is.
        certainty: Certainty,
    },
}

/// Which definition counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The rule that decided.
    pub rule: RuleId,
    /// How certain the answer is.
    pub certainty: Certainty,
    /// The candidate that counts; `None` where several do, or none, or nobody knows.
    pub winner: Option<usize>,
    /// The outcome for each candidate.
    pub outcomes: Vec<CandidateOutcome>,
    /// Why the answer is less than certain, or what it assumes.
    pub doubts: Vec<Doubt>,
}

/// Decides between definitions of one key. Each of them is in a file of the same database.
pub fn judge(row: &FolderRule, candidates: &[Candidate<'_>]) -> Verdict {
    let select = |keep: fn(FileStanding) -> bool| -> Vec<usize> {
        candidates.iter().enumerate().filter(|(_, found)| keep(found.standing)).map(|(index, _)| index).collect()
    };
    let in_force = select(FileStanding::is_in_force);
    let contest = KeyJudge { row, candidates, compare: compare_paths };
    let mut decision = contest.decide(in_force.clone());
    let possible = select(FileStanding::may_be_in_force);
    if possible != in_force {
        let other = contest.decide(possible);
        if other.winner != decision.winner || decision.winner.is_none() {
            decision.doubt(Doubt::ReplacePathOfEarlierMods, Certainty::Uncertain);
        }
    }
    let by_components = KeyJudge { compare: compare_by_components, ..contest };
    if decision.winner.is_some() && by_components.decide(in_force.clone()).winner != decision.winner {
        decision.doubt(Doubt::DepthBeforeName, rule(RuleId::R3).certainty);
    }
    decision.into_verdict(candidates, &in_force)
}

/// The candidates in force, and their assumed load order.
#[derive(Clone, Copy)]
struct KeyJudge<'c, 'p> {
    row: &'c FolderRule,
    candidates: &'c [Candidate<'p>],
    compare: fn(&str, &str) -> Ordering,
}

struct JudgeResult {
    rule: RuleId,
    certainty: Certainty,
    winner: Option<usize>,
    /// The outcome for those in force that do not win.
    others: CandidateOutcome,
    /// Those of them that tie with the best.
    tied: Vec<usize>,
    doubts: Vec<Doubt>,
}

impl JudgeResult {
    fn doubt(&mut self, doubt: Doubt, certainty: Certainty) {
        self.doubts.push(doubt);
        self.certainty = self.certainty.and(certainty);
    }

    fn into_verdict(self, candidates: &[Candidate<'_>], in_force: &[usize]) -> Verdict {
        let outcome = |index: usize, found: &Candidate<'_>| match found.standing {
            FileStanding::Replaced { by } => CandidateOutcome::FileReplaced { by },
            FileStanding::Hidden { by, certainty } => CandidateOutcome::Hidden { by, certainty },
            FileStanding::InForce if self.winner == Some(index) => CandidateOutcome::InForce,
            FileStanding::InForce if self.tied.contains(&index) => CandidateOutcome::Unclear,
            FileStanding::InForce => self.others,
        };
        let outcomes = candidates.iter().enumerate().map(|(index, found)| outcome(index, found)).collect();
        debug_assert!(self.winner.is_none_or(|winner| in_force.contains(&winner)));
        Verdict { rule: self.rule, certainty: self.certainty, winner: self.winner, outcomes, doubts: self.doubts }
    }
}

impl KeyJudge<'_, '_> {
    fn decide(&self, mut in_force: Vec<usize>) -> JudgeResult {
        in_force.sort_by(|one, other| self.order(*one, *other));
        if self.row.rule == RuleId::R13 {
            return self.plain(None, CandidateOutcome::Local);
        }
        match in_force.as_slice() {
            [] => self.by_files(None),
            [only] => self.by_files(Some(*only)),
            several => self.several(several),
        }
    }

    fn order(&self, one: usize, other: usize) -> Ordering {
        let (one, other) = (&self.candidates[one], &self.candidates[other]);
        (self.compare)(one.path, other.path).then(one.start.cmp(&other.start))
    }

    /// One or none is left: the rules about files decided, if anything had to be decided.
    fn by_files(&self, winner: Option<usize>) -> JudgeResult {
        let is = |wanted: fn(&FileStanding) -> bool| self.candidates.iter().any(|found| wanted(&found.standing));
        let rule = if is(|standing| matches!(standing, FileStanding::Replaced { .. })) {
            RuleId::R1
        } else if is(|standing| matches!(standing, FileStanding::Hidden { .. })) {
            RuleId::R2
        } else {
            self.row.rule
        };
        let others = CandidateOutcome::Unclear;
        JudgeResult { rule, certainty: Certainty::Certain, winner, others, tied: Vec::new(), doubts: Vec::new() }
    }

    /// By the folder's row.
    fn plain(&self, winner: Option<usize>, others: CandidateOutcome) -> JudgeResult {
        let certainty = self.row.certainty;
        let mut doubts = Vec::new();
        if certainty != Certainty::Certain {
            doubts.push(Doubt::FolderRule);
        }
        JudgeResult { rule: self.row.rule, certainty, winner, others, tied: Vec::new(), doubts }
    }

    /// Several are in force, given in load order.
    fn several(&self, sorted: &[usize]) -> JudgeResult {
        match self.row.rule {
            RuleId::R5 => {
                let first = sorted[0];
                self.plain(Some(first), CandidateOutcome::Overridden { by: first })
            }
            RuleId::R7 => {
                let mut merged = self.plain(None, CandidateOutcome::Merged);
                merged.doubts.push(Doubt::ListOrder);
                merged
            }
            RuleId::R8 => self.by_priority(sorted, CandidateOutcome::Unclear),
            RuleId::R9 => self.by_priority(sorted, CandidateOutcome::Separate),
            RuleId::R10 => self.plain(None, CandidateOutcome::Merged),
            RuleId::R11 => self.texts(sorted),
            RuleId::R1 => self.plain(None, CandidateOutcome::Separate),
            _ => self.last(sorted),
        }
    }

    fn last(&self, sorted: &[usize]) -> JudgeResult {
        let (last, before) = (sorted[sorted.len() - 1], sorted[sorted.len() - 2]);
        let mut decision = self.plain(Some(last), CandidateOutcome::Overridden { by: last });
        if self.candidates[last].path == self.candidates[before].path {
            decision.rule = RuleId::R12;
            decision.certainty = decision.certainty.and(rule(RuleId::R12).certainty);
        }
        decision
    }

    /// The largest priority wins; `tie` is the outcome for those that share it.
    fn by_priority(&self, sorted: &[usize], tie: CandidateOutcome) -> JudgeResult {
        // A version that does not know the field ignores it.
        let knows = self.row.priority.is_some();
        let priority = |index: &usize| if knows { self.candidates[*index].priority } else { 0 };
        let best = sorted.iter().map(priority).max().unwrap_or_default();
        let top: Vec<usize> = sorted.iter().copied().filter(|index| priority(index) == best).collect();
        if let [winner] = top.as_slice() {
            return self.plain(Some(*winner), CandidateOutcome::LowerPriority { by: *winner });
        }
        let mut decision = self.plain(None, tie);
        if knows {
            decision.doubts.push(Doubt::EqualPriorities);
        }
        if tie == CandidateOutcome::Unclear {
            decision.certainty = Certainty::Uncertain;
            decision.others = CandidateOutcome::LowerPriority { by: top[0] };
            decision.tied = top;
        }
        decision
    }

    fn texts(&self, sorted: &[usize]) -> JudgeResult {
        let class = |index: &usize| replace_class(self.candidates[*index].path);
        let best = sorted.iter().map(class).max().unwrap_or(ReplaceClass::Plain);
        let top: Vec<usize> = sorted.iter().copied().filter(|index| class(index) == best).collect();
        // If several are equal the first is the better guess; in a replace folder, which overrides, the last.
        let winner = if best == ReplaceClass::Plain { top[0] } else { top[top.len() - 1] };
        let mut decision = self.plain(Some(winner), CandidateOutcome::Overridden { by: winner });
        decision.doubts.clear();
        decision.certainty = Certainty::Certain;
        if top.len() > 1 {
            decision.doubt(Doubt::DuplicateText, Certainty::Uncertain);
        } else if sorted.iter().map(class).any(|other| best == ReplaceClass::OfAll && other == ReplaceClass::OfLanguage)
        {
            decision.doubt(Doubt::ReplaceFolders, Certainty::Likely);
        }
        decision
    }
}
