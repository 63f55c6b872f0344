//! The policy (L64): one table. Changing it is the only way to change what is permitted.

mod denial;
mod judge;

use replies::En;
use reply_kit::{ReplyData, Voice};
use world_adapter::{Domain, Mode, OperationName, Resolved, RootKey};

pub(crate) use denial::Denial;
pub(crate) use judge::{CLOSE, CONTRACT_TOOL, Demand, Judgement};

use PolicyZone::{Descriptor, Game, Launcher, LocalMod, Repository, Wip, Workshop};
use Requirement::{Contract, ContractAndToken, Free, Never, Token};

/// One row: what a write and a delete need in this zone and mode.
pub(crate) struct PolicyRow {
    pub(crate) mode: Mode,
    pub(crate) zone: PolicyZone,
    pub(crate) write: Requirement,
    pub(crate) delete: Requirement,
}

const fn row(mode: Mode, zone: PolicyZone, write: Requirement, delete: Requirement) -> PolicyRow {
    PolicyRow { mode, zone, write, delete }
}

/// What has no row is denied. A rename is a delete at its source and a write at its target.
#[rustfmt::skip]
pub(crate) const POLICY: &[PolicyRow] = &[
    //  mode               zone      write              delete
    row(Mode::Ck3lens,     Wip,        Free,              Token),
    row(Mode::Ck3lens,     LocalMod,   Contract,          ContractAndToken),
    row(Mode::Ck3lens,     Descriptor, Never,             Never),
    row(Mode::Ck3lens,     Game,       Never,             Never),
    row(Mode::Ck3lens,     Workshop,   Never,             Never),

    row(Mode::Ck3ravenDev, Wip,        Free,              Token),
    row(Mode::Ck3ravenDev, LocalMod,   Never,             Never),
    row(Mode::Ck3ravenDev, Descriptor, Never,             Never),
    row(Mode::Ck3ravenDev, Game,       Never,             Never),
    row(Mode::Ck3ravenDev, Workshop,   Never,             Never),
    row(Mode::Ck3ravenDev, Launcher,   Token,             Token),
    row(Mode::Ck3ravenDev, Repository, ContractAndToken,  ContractAndToken),
];

/// What a change needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// Nothing.
    Free,
    /// An open contract that covers it.
    Contract,
    /// A person's approval.
    Token,
    /// Both.
    ContractAndToken,
    /// Nothing helps.
    Never,
}

impl Requirement {
    /// The combination of both needs; `Never` wins.
    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Never, _) | (_, Never) => Never,
            (Free, needed) | (needed, Free) => needed,
            (a, b) if a == b => a,
            _ => ContractAndToken,
        }
    }

    pub(crate) fn needs_contract(self) -> bool {
        matches!(self, Contract | ContractAndToken)
    }

    pub(crate) fn needs_token(self) -> bool {
        matches!(self, Token | ContractAndToken)
    }
}

/// The zones of the policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ReplyData)]
pub enum PolicyZone {
    /// `ck3raven_data/wip`.
    Wip,
    /// Under the local mods folder.
    LocalMod,
    /// A `.mod` file there: it says where a mod lies, and so what is visible (L104).
    Descriptor,
    /// The game.
    Game,
    /// The workshop.
    Workshop,
    /// The launcher's database.
    Launcher,
    /// The source of ck3raven.
    Repository,
    /// Anywhere else: no row names it.
    Elsewhere,
}

impl PolicyZone {
    pub(crate) fn of(target: &Resolved, voice: &Voice<En>) -> Self {
        match (target.domain(voice), target.owner(voice)) {
            (Domain::Wip, _) => Wip,
            (Domain::LocalMod, _) if is_descriptor(target) => Descriptor,
            (Domain::LocalMod, _) => LocalMod,
            (Domain::Vanilla, _) => Game,
            (Domain::Workshop, _) => Workshop,
            (Domain::LauncherRegistry, _) => Launcher,
            (Domain::Other, Some(RootKey::Repo)) => Repository,
            (Domain::Other, _) => Self::Elsewhere,
        }
    }
}

/// Whether a target is a descriptor, by the name of the file itself: links and letter case do not hide it.
fn is_descriptor(target: &Resolved) -> bool {
    is_descriptor_name(target.named().as_str())
}

pub(super) fn is_descriptor_name(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".mod")
}

/// The row of the table; `None` if it has none.
pub(crate) fn requirement(mode: Mode, zone: PolicyZone, operation: OperationName) -> Option<Requirement> {
    let row = POLICY.iter().find(|row| row.mode == mode && row.zone == zone)?;
    match operation {
        OperationName::Write | OperationName::CreateMod => Some(row.write),
        OperationName::Delete => Some(row.delete),
        // A rename is looked up at both ends, as a delete and as a write.
        OperationName::Rename => Some(row.delete.and(row.write)),
    }
}

#[cfg(test)]
mod documentation_tests;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l64_a_rename_needs_what_its_two_ends_need_together() {
        for (one, other, both) in [
            (Free, Free, Free),
            (Free, Contract, Contract),
            (Free, Token, Token),
            (Contract, Contract, Contract),
            (Token, Token, Token),
            (Contract, Token, ContractAndToken),
            (Contract, ContractAndToken, ContractAndToken),
            (Token, ContractAndToken, ContractAndToken),
            (Free, Never, Never),
            (ContractAndToken, Never, Never),
            (Never, Never, Never),
        ] {
            assert_eq!((one.and(other), other.and(one)), (both, both), "{one:?} and {other:?}");
        }
    }
}
