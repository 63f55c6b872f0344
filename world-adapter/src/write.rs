//! Writing: a temporary file beside the target, then one rename (L69).

use cap_std::fs::Dir;
use replies::wa::invalid::{ContentDiffers, NotADirectory, NotAFile, TargetExists};
use reply_core::{Address, ReplyBuilder, Text};

use crate::authority::{Authorisation, Authorized, OperationName, Write};
use crate::contained::{self, Miss, split};
use crate::digest::Digest;
use crate::encoding::BOM;
use crate::failure::{Failure, Unfinished};
use crate::kind::Kind;
use crate::prepared::{Prepared, Previous, Step, TemporaryFile};
use crate::read::{LARGEST_FILE, NoContent};
use crate::registry::Target;
use crate::world::WorldAdapter;

/// What a write puts into a file.
#[derive(Clone, PartialEq, Eq)]
pub struct Content(Vec<u8>);

impl Content {
    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Its digest, by which a grant binds it.
    pub fn digest(&self) -> Digest {
        Digest::of(&self.0)
    }

    /// The same with the byte order mark that Paradox localisation needs, if it has none.
    #[must_use]
    pub fn with_bom(self) -> Self {
        if self.0.starts_with(BOM) { self } else { Self([BOM, &self.0].concat()) }
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self(text.into_bytes())
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self(text.as_bytes().to_owned())
    }
}

impl From<Vec<u8>> for Content {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl std::fmt::Debug for Content {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Content({} bytes)", self.0.len())
    }
}

/// What must be there for a write to go on, so that an agent does not overwrite what it has not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaces {
    /// Whatever is there.
    Anything,
    /// Nothing: the file is new.
    Nothing,
    /// A file with this digest.
    Exactly(Digest),
}

impl WorldAdapter {
    /// Prepares a write: the new content is on disk beside its target, and nothing has changed yet.
    pub fn prepare_write<'w, 'c>(
        &'w self,
        rb: ReplyBuilder<'c>,
        authorized: impl Authorisation<Write>,
    ) -> Result<(ReplyBuilder<'c>, Prepared<'w>), Unfinished<'c>> {
        let Authorized { target, operation: write } = authorized.take();
        let address: Address = target.address().into();
        let (rb, previous) = self.check_write(rb, &target.target, &address, &write)?;
        let Write { content, replaces } = write;
        let (rb, missing) = self.missing_parents(rb, &target.target, &address)?;
        let fail = |rb, error| Unfinished::Failed(rb, Failure::new(address.clone(), OperationName::Write, error));
        let temporary = match TemporaryFile::create(missing.existing, &content, previous.as_ref()) {
            Ok(temporary) => temporary,
            Err(error) => return Err(fail(rb, error)),
        };
        let step = Step::Replace { temporary, parents: missing.names, must_be_new: replaces == Replaces::Nothing };
        let written = Some((content.digest(), content.as_bytes().len() as u64));
        Ok((rb, Prepared::new(self, target, address, previous, step, written)))
    }

    /// What a write would replace, if it may: the content fits, and what is there is what must be.
    pub(crate) fn check_write<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        target: &Target,
        address: &Address,
        write: &Write,
    ) -> Result<(ReplyBuilder<'c>, Option<Previous>), Unfinished<'c>> {
        let size = write.content.as_bytes().len() as u64;
        // Nobody could read it, change it or have it back.
        if size > LARGEST_FILE {
            return Err(self.too_large(rb, address, size).into());
        }
        let (rb, previous) = self.previous(rb, target, address, OperationName::Write)?;
        let rb = self.check_replaced(rb, address, previous.as_ref(), write.replaces)?;
        Ok((rb, previous))
    }

    /// What is at a target now: a regular file's content, or nothing.
    pub(crate) fn previous<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        target: &Target,
        address: &Address,
        operation: OperationName,
    ) -> Result<(ReplyBuilder<'c>, Option<Previous>), Unfinished<'c>> {
        match Previous::of(target) {
            Ok(previous) => Ok((rb, Some(previous))),
            Err(NoContent::Missed(Miss::Absent)) => Ok((rb, None)),
            Err(NoContent::Missed(Miss::Hidden)) => Err(self.not_found(rb, address.as_str()).into()),
            Err(NoContent::OtherKind(kind)) => {
                Err(rb.invalid(&self.voice, NotAFile { target: address.clone(), kind: kind.into() }).into())
            }
            // What cannot be kept for an undo is not replaced.
            Err(NoContent::TooLarge(size)) => Err(self.too_large(rb, address, size).into()),
            Err(NoContent::Missed(Miss::Failed(error) | Miss::Closed(error))) => {
                Err(Unfinished::Failed(rb, Failure::new(address.clone(), operation, error)))
            }
        }
    }

    fn check_replaced<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        address: &Address,
        previous: Option<&Previous>,
        replaces: Replaces,
    ) -> Result<ReplyBuilder<'c>, Unfinished<'c>> {
        let found = previous.map(Previous::digest);
        match (replaces, found) {
            (Replaces::Anything, _) | (Replaces::Nothing, None) => Ok(rb),
            (Replaces::Exactly(expected), Some(found)) if expected == found => Ok(rb),
            (Replaces::Nothing, Some(_)) => {
                Err(rb.invalid(&self.voice, TargetExists { target: address.clone() }).into())
            }
            (Replaces::Exactly(expected), found) => {
                Err(self.content_differs(rb, address, found, Some(expected)).into())
            }
        }
    }

    /// The file is not what the agent, or the preparation, has seen.
    pub(crate) fn content_differs<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        address: &Address,
        found: Option<Digest>,
        expected: Option<Digest>,
    ) -> reply_core::Terminal<'c> {
        let word = |digest: Option<Digest>| digest.map_or(Text::from("(no file)"), |digest| digest.to_string().into());
        rb.invalid(
            &self.voice,
            ContentDiffers { target: address.clone(), found: word(found), expected: word(expected) },
        )
    }

    /// The directories that a new file needs and that are not there yet.
    pub(crate) fn missing_parents<'c>(
        &self,
        rb: ReplyBuilder<'c>,
        target: &Target,
        address: &Address,
    ) -> Result<(ReplyBuilder<'c>, MissingParents), Unfinished<'c>> {
        let dir = target.opened.dir();
        let (mut parent, mut names) = (split(target.path()).0, Vec::new());
        loop {
            match contained::open_dir(dir, parent) {
                Ok(existing) => {
                    names.reverse();
                    return Ok((rb, MissingParents { existing, names }));
                }
                Err(Miss::Absent) if !parent.is_empty() => {
                    // Something else in the way is absent as a directory.
                    if let Ok(kind) = contained::kind(dir, parent)
                        && kind != Kind::Directory
                    {
                        let target = ancestor(address, names.len() + 1);
                        return Err(rb.invalid(&self.voice, NotADirectory { target, kind: kind.into() }).into());
                    }
                    let (above, name) = split(parent);
                    names.push(name.into());
                    parent = above;
                }
                Err(Miss::Absent | Miss::Hidden) => return Err(self.not_found(rb, address.as_str()).into()),
                Err(Miss::Failed(error) | Miss::Closed(error)) => {
                    let failure = Failure::new(address.clone(), OperationName::Write, error);
                    return Err(Unfinished::Failed(rb, failure));
                }
            }
        }
    }
}

/// The deepest directory that is there, and the names from it to the target's parent.
pub(crate) struct MissingParents {
    pub(crate) existing: Dir,
    pub(crate) names: Vec<Box<str>>,
}

/// The address so many names up.
fn ancestor(address: &Address, up: usize) -> Address {
    let text = (0..up).fold(address.as_str(), |text, _| text.rsplit_once('/').map_or(text, |(above, _)| above));
    text.parse().unwrap_or_else(|_| address.clone())
}
