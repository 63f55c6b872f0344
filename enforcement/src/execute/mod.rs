//! Executing a permitted change, and replying: EN gives the success of a governed change.

mod mutation;

use std::panic::{AssertUnwindSafe, catch_unwind};

use replies::en::error::WriteFailed;
use replies::en::success::{
    ChangePermitted, FileDeleted, FileRenamed, FileWritten, FolderDeleted, FolderRenamed, ModCreated,
};
use reply_kit::{
    Address, DeclaresSuccess, Reply, ReplyBuilder, ReplyData, ReplyObject, ReplyResult, SucceededBy, Terminal, Text,
    TraceId,
};
use world_adapter::{
    ChangeFailure, Changed, CreateMod, Delete, DeleteFolder, FolderSummary, OperationName, Prepared, Preparing,
    Preview, Rename, Unfinished, Write,
};

use crate::approvals::Grant;
use crate::codes::{DenialCodes, EnforceCodes};
use crate::enforcement::{Enforcement, Permit, PolicyCase};
use crate::journal::Record;

pub(crate) use mutation::Change;
pub use mutation::{ChangeSummary, Mutation, folder_in_words};

/// Reply data of a change.
#[derive(Clone, Debug, ReplyData)]
pub struct ChangeData {
    /// What was changed.
    pub target: Address,
    /// The new name, after a rename.
    pub renamed_to: Option<Address>,
    /// The digest of the new content, after a write: pass it as `expected_digest` with the next one.
    pub digest: Option<Text>,
    /// The size of the new content in bytes.
    pub size: Option<u64>,
    /// The digest of the previous content, if the file existed.
    pub previous_digest: Option<Text>,
}

impl From<Changed> for ChangeData {
    fn from(changed: Changed) -> Self {
        let (digest, size) = changed.written.unzip();
        Self {
            target: changed.target,
            renamed_to: changed.renamed_to,
            digest: digest.map(Text::from),
            size,
            previous_digest: changed.previous.map(Text::from),
        }
    }
}

/// Reply data of a change to a whole folder.
#[derive(Clone, Debug, ReplyData)]
pub struct FolderChangeData {
    /// What was changed.
    pub target: Address,
    /// The new name, after a rename.
    pub renamed_to: Option<Address>,
    /// How many files and links it held, at any depth.
    pub files: u64,
    /// How many folders, at any depth.
    pub folders: u64,
    /// How many bytes.
    pub bytes: u64,
}

impl From<Changed> for FolderChangeData {
    fn from(changed: Changed) -> Self {
        let FolderSummary { files, folders, bytes, .. } = changed.folder.unwrap_or_default();
        Self { target: changed.target, renamed_to: changed.renamed_to, files, folders, bytes }
    }
}

/// Reply data of a created mod.
#[derive(Clone, Debug, ReplyData)]
pub struct CreatedModData {
    /// The address that it has once it is enabled.
    pub target: Address,
    /// What the person does next: one of the two.
    pub person_enables: Text,
    /// The command that they can run instead.
    pub person_runs: Text,
}

impl From<Changed> for CreatedModData {
    fn from(changed: Changed) -> Self {
        let name = changed.target.as_str().strip_prefix("mod:").unwrap_or_default();
        Self {
            person_enables: Text::new(format!("the mod {name} in the launcher's playset")),
            person_runs: Text::new(format!("ck3raven enable \"{name}\"")),
            target: changed.target.clone(),
        }
    }
}

impl Enforcement {
    /// Creates the permitted mod.
    pub fn create_mod<'c, T: EnforceCodes + DeclaresSuccess<ModCreated, CreatedModData>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        permit: Permit<'_, CreateMod>,
    ) -> ReplyResult<'c> {
        let prepared = self.world.prepare_create_mod(rb, permit.authorized);
        self.make::<_, _, CreatedModData>(prepared, permit.case, || ModCreated)
    }

    /// Executes a permitted write.
    pub fn write<'c, T: EnforceCodes + DeclaresSuccess<FileWritten, ChangeData>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        permit: Permit<'_, Write>,
    ) -> ReplyResult<'c> {
        let prepared = self.world.prepare_write(rb, permit.authorized);
        self.make::<_, _, ChangeData>(prepared, permit.case, || FileWritten)
    }

    /// Executes a permitted deletion of a file, or of an empty folder.
    pub fn delete<'c, T>(&self, rb: ReplyBuilder<'c, T>, permit: Permit<'_, Delete>) -> ReplyResult<'c>
    where
        T: EnforceCodes + DeclaresSuccess<FileDeleted, ChangeData> + DeclaresSuccess<FolderDeleted, FolderChangeData>,
    {
        let prepared = self.world.prepare_delete(rb, permit.authorized);
        if is_folder(&prepared) {
            return self.make::<_, _, FolderChangeData>(prepared, permit.case, || FolderDeleted);
        }
        self.make::<_, _, ChangeData>(prepared, permit.case, || FileDeleted)
    }

    /// Executes a permitted deletion of a folder with everything in it.
    pub fn delete_folder<'c, T: EnforceCodes + DeclaresSuccess<FolderDeleted, FolderChangeData>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        permit: Permit<'_, DeleteFolder>,
    ) -> ReplyResult<'c> {
        let prepared = self.world.prepare_delete_folder(rb, permit.authorized);
        self.make::<_, _, FolderChangeData>(prepared, permit.case, || FolderDeleted)
    }

    /// Executes a permitted rename of a file, or of a folder with everything in it.
    pub fn rename<'c, T>(&self, rb: ReplyBuilder<'c, T>, permit: Permit<'_, Rename>) -> ReplyResult<'c>
    where
        T: EnforceCodes + DeclaresSuccess<FileRenamed, ChangeData> + DeclaresSuccess<FolderRenamed, FolderChangeData>,
    {
        let prepared = self.world.prepare_rename(rb, permit.authorized);
        if is_folder(&prepared) {
            return self.make::<_, _, FolderChangeData>(prepared, permit.case, || FolderRenamed);
        }
        self.make::<_, _, ChangeData>(prepared, permit.case, || FileRenamed)
    }

    /// Ends a dry run: the change would be made, with this effect.
    pub fn permitted<'c, T: DeclaresSuccess<ChangePermitted, Preview>>(
        &self,
        rb: ReplyBuilder<'c, T>,
        preview: &Preview,
    ) -> Reply<'c> {
        rb.success(&self.voice, ChangePermitted, preview)
    }

    /// From a prepared change to its reply: a person agrees, the replaced content is stored, the change is made.
    fn make<'c, T, C, D>(
        &self,
        prepared: Preparing<'c, T, Prepared<'_>>,
        mut case: PolicyCase<'_>,
        success: fn() -> C,
    ) -> ReplyResult<'c>
    where
        T: EnforceCodes + DeclaresSuccess<C, D>,
        C: SucceededBy<replies::En>,
        D: ReplyObject + From<Changed>,
    {
        let (rb, prepared) = prepared.map_err(|unfinished| self.unfinished(unfinished, &case))?;
        case.summary.folder = prepared.folder().cloned();
        let (rb, grant) = self.approve(rb, &mut case, prepared.bound_content(), &|| prepared.proposal())?;
        let trace_id = rb.trace_id();
        let abandon = || {
            self.undo.discard(trace_id);
            self.return_grant(&case, grant);
        };
        let _pending = match self.undo.record(trace_id, &prepared, case.requirement()) {
            Ok(lock) => lock,
            Err(error) => {
                abandon();
                let why = format!("what it replaces could not be kept: {}", error.kind());
                return Err(self.write_failed(rb, &case, (prepared.target().clone(), prepared.operation()), why));
            }
        };
        // L27: the reply if anything fails once the change is made.
        let outcome = D::from(prepared.outcome());
        let rb = rb.prepare_success(&self.voice, success(), &outcome).inspect_err(|_| abandon())?;
        match prepared.commit(rb) {
            Ok((rb, changed)) => {
                self.note(trace_id, &changed, &case, grant);
                Ok(rb.success(&self.voice, success(), &D::from(changed)))
            }
            Err(unfinished) => {
                abandon();
                Err(self.unfinished(unfinished, &case))
            }
        }
    }

    /// The change took place. Its decision is in the journal and the replaced content is stored; whatever happens here, even a
    /// panic, must not turn it into an E (L27).
    fn note(&self, trace_id: TraceId, changed: &Changed, case: &PolicyCase<'_>, grant: Option<Grant>) {
        let Changed { target, operation, .. } = changed;
        ignore_panics(|| self.journal_executed(trace_id, case, (target.clone(), *operation), Ok(grant)));
        ignore_panics(|| {
            if let Some(contract) = case.contract {
                self.contracts.note(case.session, contract, trace_id, *operation, target.clone());
            }
        });
        ignore_panics(|| self.undo.confirm(trace_id, case.requirement()));
    }

    fn unfinished<'c, T: DenialCodes>(&self, unfinished: Unfinished<'c, T>, case: &PolicyCase<'_>) -> Terminal<'c> {
        match unfinished {
            Unfinished::Answered(terminal) => terminal,
            Unfinished::Failed(rb, failure) => {
                let ChangeFailure { target, operation, cause, .. } = failure;
                self.write_failed(rb, case, (target, operation), cause.kind().to_string())
            }
        }
    }

    /// Ends the call: the change is permitted, and could not be made.
    fn write_failed<'c, T: DenialCodes>(
        &self,
        rb: ReplyBuilder<'c, T>,
        case: &PolicyCase<'_>,
        (target, operation): (Address, OperationName),
        why: String,
    ) -> Terminal<'c> {
        self.journal_executed(rb.trace_id(), case, (target.clone(), operation), Err(why));
        rb.error(&self.voice, WriteFailed { target, operation: operation.into() })
    }

    /// Journals that a permitted change was made, with the approval that it took, or why it failed. Its decision is journalled
    /// already, and that write had to succeed.
    pub(crate) fn journal_executed(
        &self,
        trace_id: TraceId,
        case: &PolicyCase<'_>,
        (target, operation): (Address, OperationName),
        outcome: Result<Option<Grant>, String>,
    ) {
        let (session, contract) = (case.session.label(), case.contract);
        let (grant, failure) = outcome.map_or_else(|why| (None, Some(why)), |grant| (grant, None));
        let request = grant.map(|grant| grant.request);
        _ = self.journal.record(&Record::Executed { trace_id, session, target, operation, contract, request, failure });
    }
}

fn is_folder<T>(prepared: &Preparing<'_, T, Prepared<'_>>) -> bool {
    prepared.as_ref().is_ok_and(|(_, prepared)| prepared.folder().is_some())
}

/// Runs something that may panic. The panic hook has reported it already.
fn ignore_panics(then: impl FnOnce()) {
    let _ = catch_unwind(AssertUnwindSafe(then));
}
