//! The one entry point from an input to a target (L35–L38, L44, L51).

use std::sync::Arc;

use replies::wa::error::{ReadFailed, VisibilityCapacityExceeded};
use replies::wa::invalid::PathNotFound;
use reply_kit::{Declares, ReplyBuilder, Step, Terminal, Text};

use crate::address::{AddressKey, AddressProblem, ParseWorldAddressError, RootKey, WorldAddress, echoed_input};
use crate::codes::ResolveCodes;
use crate::resolve::domain::Domain;
use crate::resolve::identity::{Identity, below};
use crate::resolve::log_hint::for_logs;
use crate::resolve::reference::VisibilityRef;
use crate::resolve::reference_table::Target;
use crate::resolve::resolved::Resolved;
use crate::resolve::visibility;
use crate::roots::contained::{self, LookupError, split};
use crate::roots::mounts::Mount;
use crate::roots::spelling;
use crate::session::current::Session;
use crate::session::mode::Mode;
use crate::session::sessions::SessionId;
use crate::world::WorldAdapter;

/// The most bytes of a wrong part of an input that are repeated.
const MAX_SHOWN: usize = 100;

/// Whether the target must exist (L37).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existence<'a> {
    /// It must exist.
    Required,
    /// It need not exist: the full address is kept, for something that is to be created.
    Optional,
    /// It need not exist, and is to be the new name of this target. On a disk that ignores letter case it may then be another
    /// spelling of the target's last name: that is what such a rename corrects (L54).
    NewNameOf(&'a Identity),
}

impl WorldAdapter {
    /// Resolves an input to its target, or ends the call with the one reply that says why not.
    ///
    /// There is no other way to a target and no variant by caller. Absent, hidden and escaping targets get the same answer
    /// (L38).
    pub fn resolve<'c, T: ResolveCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: SessionId,
        input: &str,
        existence: Existence<'_>,
    ) -> Step<'c, T, Resolved> {
        let (rb, (session, mode)) = self.in_mode(rb, session)?;
        let parsed = WorldAddress::parse(input, session.mods());
        let (rb, address) = rb.require(parsed, |rb, refusal| self.refused(rb, input, &refusal, mode, &session))?;
        let found = match self.find(&session, mode, &address, existence) {
            Ok(found) => found,
            Err(LookupError::Failed(error)) => return Err(self.failed(rb, address.as_address(), &error)),
            Err(LookupError::Misspelled(right)) => return Err(self.misspelled(rb, &session, &address, &right)),
            Err(LookupError::Absent | LookupError::Hidden | LookupError::Closed(_)) => {
                let nearest = self.suggest(&session, mode, &address);
                return Err(self.nothing_visible(rb, input, nearest));
            }
        };
        let (rb, reference) = self.mint(rb, &found.target)?;
        Ok((rb, found.into_resolved(address, reference, session)))
    }

    /// A reference to a target, unless the process has reached its limit (L42).
    pub(crate) fn mint<'c, T: Declares<VisibilityCapacityExceeded>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: &Arc<Target>,
    ) -> Step<'c, T, VisibilityRef> {
        rb.require(self.references.mint(target), |rb, _| rb.error(&self.voice, VisibilityCapacityExceeded))
    }

    /// Where an address leads, if the mode sees it.
    pub(crate) fn find(
        &self,
        session: &Session,
        mode: Mode,
        address: &WorldAddress,
        existence: Existence<'_>,
    ) -> Result<FoundTarget, LookupError> {
        let (opened, mount) = match address.key() {
            AddressKey::Root(key) => self.roots.get(key).map(|root| (&root.opened, &root.mount)),
            AddressKey::Mod(key) => session.mods().find(key).and_then(|found| Some((found.opened()?, found.mount()?))),
        }
        .ok_or(LookupError::Absent)?;
        let path = address.relative_path();
        let named = mount.identity(path);
        // Hidden targets are not read, so the time it takes reveals nothing.
        let sees = |identity: &Identity| visibility::sees(mode, session, (address.key(), mount), identity);
        if !sees(&named) {
            return Err(LookupError::Hidden);
        }
        // The configured directory no longer exists, so nothing in it does.
        if !opened.is_current() {
            return Err(LookupError::Absent);
        }
        let dir = opened.dir()?;
        let is_new_spelling = |path: &str, right: &str| match existence {
            Existence::NewNameOf(source) => mount.identity(right) == *source && split(right).0 == split(path).0,
            Existence::Required | Existence::Optional => false,
        };
        let spelled = |path: &str| match spelling::correct(&dir, path)? {
            None => Ok(()),
            Some(right) if is_new_spelling(path, &right) => Ok(()),
            Some(right) if sees(&mount.identity(&right)) => Err(LookupError::Misspelled(right.into())),
            Some(_) => Err(LookupError::Hidden),
        };
        if opened.ignores_case() {
            spelled(path)?;
        }
        let real = match existence {
            Existence::Required => contained::locate(&dir, path)?,
            Existence::Optional | Existence::NewNameOf(_) => contained::locate_or_keep(&dir, path)?,
        };
        if let Some(real) = real.as_deref().filter(|_| opened.ignores_case()) {
            spelled(real)?;
        }
        let (identity, real_address) = match real.as_deref() {
            None => (named, None),
            // A real path without a canonical spelling has no address, so no link leads there either.
            Some(real) => {
                (mount.identity(real), Some(address.beside(real, session.mods()).ok_or(LookupError::Hidden)?))
            }
        };
        if real.is_some() && !sees(&identity) {
            return Err(LookupError::Hidden);
        }
        let hidden = hidden_below(mount, real.as_deref().unwrap_or(path), sees);
        let domain = Domain::of(&identity, session);
        let mod_lies_under = mount.root();
        let mod_path = match address.key() {
            AddressKey::Root(RootKey::Steam | RootKey::UserDocs) => visibility::mod_path(session, &identity),
            AddressKey::Root(_) | AddressKey::Mod(_) => 0,
        };
        let target = Arc::new(
            Target::new(Arc::clone(opened), Arc::new(address.as_address().clone()), path, real).hiding(hidden),
        );
        Ok(FoundTarget { target, real_address, identity, domain, mod_lies_under, mod_path })
    }

    /// Like [`WorldAdapter::nothing_visible`], for a target that disappeared after it had been resolved.
    pub(crate) fn not_found<'c, T: Declares<PathNotFound>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        input: &str,
    ) -> Terminal<'c> {
        self.nothing_visible(rb, input, Vec::new())
    }

    /// L38: absent, hidden and escaping are indistinguishable: the answer has no variants, and suggestions name visible things
    /// only.
    fn nothing_visible<'c, T: Declares<PathNotFound>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        input: &str,
        nearest: Vec<Text>,
    ) -> Terminal<'c> {
        let problem = AddressProblem::NotFound;
        let expected = for_logs(input, problem.expected().to_owned());
        rb.invalid(&self.voice, path_not_found(input, problem, expected, nearest))
    }

    /// The disk ignores letter case and spells the path differently: the reply names the right spelling (L54).
    fn misspelled<'c, T: Declares<PathNotFound>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        session: &Session,
        address: &WorldAddress,
        right: &str,
    ) -> Terminal<'c> {
        let problem = AddressProblem::LetterCase;
        let nearest = address.beside(right, session.mods()).map(|right| Text::echo(right.as_str()));
        let expected = problem.expected().to_owned();
        rb.invalid(&self.voice, path_not_found(address.as_str(), problem, expected, nearest.into_iter().collect()))
    }

    /// A malformed input: judged by its spelling, with suggestions that name visible things only.
    fn refused<'c, T: Declares<PathNotFound>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        input: &str,
        refusal: &ParseWorldAddressError,
        mode: Mode,
        session: &Session,
    ) -> Terminal<'c> {
        let nearest = self.suggest_for_refused(session, mode, input, refusal);
        // Only roots that this session sees are named (L38).
        let expected = match refusal.problem {
            AddressProblem::UnknownRoot => {
                let visible: Vec<String> = self.ready_roots(mode).map(|key| format!("root:{key}")).collect();
                format!("one of {}", visible.join(", "))
            }
            problem => problem.expected().to_owned(),
        };
        let expected = for_logs(input, expected);
        self.invalid_input(rb, input, refusal, (&expected, nearest))
    }

    pub(crate) fn invalid_input<'c, T: Declares<PathNotFound>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        input: &str,
        refusal: &ParseWorldAddressError,
        (expected, nearest): (&str, Vec<Text>),
    ) -> Terminal<'c> {
        let ParseWorldAddressError { problem, at } = refusal;
        let wrong = input.get(at.clone()).filter(|wrong| wrong.len() < input.len().min(MAX_SHOWN) && !wrong.is_empty());
        let expected = match wrong {
            Some(wrong) => format!("{expected}; wrong is '{}'", Text::echo(wrong)),
            None => expected.to_owned(),
        };
        rb.invalid(&self.voice, path_not_found(echoed_input(input), *problem, expected, nearest))
    }

    /// The system failed: the agent learns only that, the operator learns the cause.
    pub(crate) fn failed<'c, T: Declares<ReadFailed>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        target: &reply_kit::Address,
        error: &std::io::Error,
    ) -> Terminal<'c> {
        self.report_failure(rb.trace_id(), error);
        rb.error(&self.voice, ReadFailed { target: target.clone() })
    }
}

/// The one answer about an input that names nothing visible.
pub(crate) fn path_not_found(
    input: &str,
    problem: AddressProblem,
    expected: String,
    nearest: Vec<Text>,
) -> PathNotFound {
    let (problem, expected) = (problem.into(), Text::new(expected));
    PathNotFound { input: Text::echo(input), problem, expected, nearest, also: Vec::new() }
}

/// The hidden paths beneath a directory by this spelling, relative to it (L51).
fn hidden_below(mount: &Mount, path: &str, sees: impl Fn(&Identity) -> bool) -> Box<[Box<str>]> {
    let inner = mount.inner_below(path).filter(|inner| !sees(&mount.identity(inner)));
    inner.filter_map(|inner| below(inner, path)).map(Into::into).collect()
}

/// A target that was found, before it has a reference.
pub(crate) struct FoundTarget {
    pub(crate) target: Arc<Target>,
    pub(crate) real_address: Option<reply_kit::Address>,
    pub(crate) identity: Identity,
    pub(crate) domain: Domain,
    pub(crate) mod_lies_under: Option<RootKey>,
    pub(crate) mod_path: usize,
}

impl FoundTarget {
    pub(crate) fn into_resolved(
        self,
        address: WorldAddress,
        reference: VisibilityRef,
        session: Arc<Session>,
    ) -> Resolved {
        let Self { target, real_address: real, identity, domain, mod_lies_under, mod_path } = self;
        Resolved { address, real, reference, target, identity, domain, session, mod_lies_under, mod_path }
    }
}
