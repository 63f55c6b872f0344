# Generated from the registry by `cargo reply bindings --lang python`; do not edit.
"""One class for each known code."""

from __future__ import annotations

import dataclasses as _dataclasses
import typing as _t

from . import envelope as _e


@_dataclasses.dataclass(frozen=True)
class ContractNotRecorded(_e.Failed[_t.Literal["CT-GATE-E-001"], _e.Data]):
    """CT-GATE-E-001: A contract needs the journal."""

ContractInvalidData = _t.TypedDict("ContractInvalidData", {"problems": list[_e.Problem]})


@_dataclasses.dataclass(frozen=True)
class ContractInvalid(_e.Invalid[_t.Literal["CT-GATE-I-001"], ContractInvalidData]):
    """CT-GATE-I-001: A contract request has mistakes."""

ContractUnknownData = _t.TypedDict("ContractUnknownData", {"contract": str, "needed": str})


@_dataclasses.dataclass(frozen=True)
class ContractUnknown(_e.Invalid[_t.Literal["CT-GATE-I-002"], ContractUnknownData]):
    """CT-GATE-I-002: No such contract in this state."""

ContractAlreadyOpenData = _t.TypedDict("ContractAlreadyOpenData", {"contract": str, "scope": str, "tool": str, "command": str})


@_dataclasses.dataclass(frozen=True)
class ContractAlreadyOpen(_e.Invalid[_t.Literal["CT-GATE-I-003"], ContractAlreadyOpenData]):
    """CT-GATE-I-003: The session already has an open contract."""


@_dataclasses.dataclass(frozen=True)
class ContractOpened(_e.Success[_t.Literal["CT-GATE-S-001"], _e.Data]):
    """CT-GATE-S-001: A contract is open."""


@_dataclasses.dataclass(frozen=True)
class ContractClosed(_e.Success[_t.Literal["CT-GATE-S-002"], _e.Data]):
    """CT-GATE-S-002: A contract is closed."""


@_dataclasses.dataclass(frozen=True)
class ContractValid(_e.Success[_t.Literal["CT-GATE-S-003"], _e.Data]):
    """CT-GATE-S-003: A contract request is valid."""


@_dataclasses.dataclass(frozen=True)
class ContractsListed(_e.Success[_t.Literal["CT-GATE-S-004"], _e.Data]):
    """CT-GATE-S-004: The contracts of the session."""

ApprovalRefusedData = _t.TypedDict("ApprovalRefusedData", {"target": str, "operation": str})


@_dataclasses.dataclass(frozen=True)
class ApprovalRefused(_e.Denied[_t.Literal["EN-GATE-D-001"], ApprovalRefusedData]):
    """EN-GATE-D-001: A person refused the change."""

TooManyWaitingData = _t.TypedDict("TooManyWaitingData", {"operation": str, "target": str, "waiting": int})


@_dataclasses.dataclass(frozen=True)
class TooManyWaiting(_e.Denied[_t.Literal["EN-GATE-D-002"], TooManyWaitingData]):
    """EN-GATE-D-002: Too many requests wait for a person."""

JournalUnavailableData = _t.TypedDict("JournalUnavailableData", {"target": str})


@_dataclasses.dataclass(frozen=True)
class JournalUnavailable(_e.Failed[_t.Literal["EN-LOG-E-001"], JournalUnavailableData]):
    """EN-LOG-E-001: The journal cannot be written, so nothing was changed."""

RequestNotKeptData = _t.TypedDict("RequestNotKeptData", {"target": str})


@_dataclasses.dataclass(frozen=True)
class RequestNotKept(_e.Failed[_t.Literal["EN-LOG-E-002"], RequestNotKeptData]):
    """EN-LOG-E-002: The request could not be stored, so nothing was changed."""

WriteDeniedData = _t.TypedDict("WriteDeniedData", {"target": str, "operation": str, "mode": str, "zone": str})


@_dataclasses.dataclass(frozen=True)
class WriteDenied(_e.Denied[_t.Literal["EN-WRITE-D-001"], WriteDeniedData]):
    """EN-WRITE-D-001: Policy denies this absolutely."""

OutsideContractData = _t.TypedDict("OutsideContractData", {"target": str, "operation": str, "contract": str, "tool": str, "first": str, "then": str, "scope": str})


@_dataclasses.dataclass(frozen=True)
class OutsideContract(_e.Denied[_t.Literal["EN-WRITE-D-002"], OutsideContractData]):
    """EN-WRITE-D-002: The open contract does not cover this."""

ContractRequiredData = _t.TypedDict("ContractRequiredData", {"target": str, "operation": str, "tool": str, "command": str, "scope": str})


@_dataclasses.dataclass(frozen=True)
class ContractRequired(_e.Denied[_t.Literal["EN-WRITE-D-003"], ContractRequiredData]):
    """EN-WRITE-D-003: The change needs a contract."""

TokenRequiredData = _t.TypedDict("TokenRequiredData", {"target": str, "operation": str, "request": str, "person_runs": str})


@_dataclasses.dataclass(frozen=True)
class TokenRequired(_e.Denied[_t.Literal["EN-WRITE-D-004"], TokenRequiredData]):
    """EN-WRITE-D-004: A person must approve this."""

NoRuleData = _t.TypedDict("NoRuleData", {"target": str, "operation": str, "mode": str})


@_dataclasses.dataclass(frozen=True)
class NoRule(_e.Denied[_t.Literal["EN-WRITE-D-005"], NoRuleData]):
    """EN-WRITE-D-005: No rule permits this change."""

UndoOtherWorldData = _t.TypedDict("UndoOtherWorldData", {"target": str})


@_dataclasses.dataclass(frozen=True)
class UndoOtherWorld(_e.Denied[_t.Literal["EN-WRITE-D-006"], UndoOtherWorldData]):
    """EN-WRITE-D-006: The change was made in another world."""

UndoWouldLoseWorkData = _t.TypedDict("UndoWouldLoseWorkData", {"target": str, "operation": str})


@_dataclasses.dataclass(frozen=True)
class UndoWouldLoseWork(_e.Denied[_t.Literal["EN-WRITE-D-007"], UndoWouldLoseWorkData]):
    """EN-WRITE-D-007: The file is not what the change left there."""

TwoContractsData = _t.TypedDict("TwoContractsData", {"target": str, "destination": str, "tool": str, "first_scope": str, "then_scope": str})


@_dataclasses.dataclass(frozen=True)
class TwoContracts(_e.Denied[_t.Literal["EN-WRITE-D-008"], TwoContractsData]):
    """EN-WRITE-D-008: No single contract covers both ends of a rename."""

WriteFailedData = _t.TypedDict("WriteFailedData", {"target": str, "operation": str})


@_dataclasses.dataclass(frozen=True)
class WriteFailed(_e.Failed[_t.Literal["EN-WRITE-E-001"], WriteFailedData]):
    """EN-WRITE-E-001: The system could not carry out a permitted change."""


@_dataclasses.dataclass(frozen=True)
class FileWritten(_e.Success[_t.Literal["EN-WRITE-S-001"], _e.Data]):
    """EN-WRITE-S-001: The file now holds the new content."""


@_dataclasses.dataclass(frozen=True)
class FileDeleted(_e.Success[_t.Literal["EN-WRITE-S-002"], _e.Data]):
    """EN-WRITE-S-002: The file is gone."""


@_dataclasses.dataclass(frozen=True)
class FileRenamed(_e.Success[_t.Literal["EN-WRITE-S-003"], _e.Data]):
    """EN-WRITE-S-003: The file has its new name."""


@_dataclasses.dataclass(frozen=True)
class ChangePermitted(_e.Success[_t.Literal["EN-WRITE-S-004"], _e.Data]):
    """EN-WRITE-S-004: A dry run: the change would be made."""


@_dataclasses.dataclass(frozen=True)
class FolderDeleted(_e.Success[_t.Literal["EN-WRITE-S-005"], _e.Data]):
    """EN-WRITE-S-005: The folder is gone, with everything that was in it."""


@_dataclasses.dataclass(frozen=True)
class FolderRenamed(_e.Success[_t.Literal["EN-WRITE-S-006"], _e.Data]):
    """EN-WRITE-S-006: The folder has its new name, with everything in it."""


@_dataclasses.dataclass(frozen=True)
class FolderRestored(_e.Success[_t.Literal["EN-WRITE-S-007"], _e.Data]):
    """EN-WRITE-S-007: A folder that was deleted is back, with everything that was in it."""


@_dataclasses.dataclass(frozen=True)
class ModCreated(_e.Success[_t.Literal["EN-WRITE-S-008"], _e.Data]):
    """EN-WRITE-S-008: The mod is there: its folder, its descriptor and the launcher's file."""

ModeNotOfferedData = _t.TypedDict("ModeNotOfferedData", {"mode": str, "offered": list[str]})


@_dataclasses.dataclass(frozen=True)
class ModeNotOffered(_e.Invalid[_t.Literal["MCP-CFG-I-001"], ModeNotOfferedData]):
    """MCP-CFG-I-001: The operator does not offer this mode."""

SessionUnknownData = _t.TypedDict("SessionUnknownData", {"session": str})


@_dataclasses.dataclass(frozen=True)
class SessionUnknown(_e.Invalid[_t.Literal["MCP-CFG-I-002"], SessionUnknownData]):
    """MCP-CFG-I-002: The session handle is not known."""


@_dataclasses.dataclass(frozen=True)
class SessionRequired(_e.Invalid[_t.Literal["MCP-CFG-I-003"], _e.Data]):
    """MCP-CFG-I-003: Name a session."""

PlaysetNotOfferedData = _t.TypedDict("PlaysetNotOfferedData", {"playset": str, "offered": list[str], "unlisted": int})


@_dataclasses.dataclass(frozen=True)
class PlaysetNotOffered(_e.Invalid[_t.Literal["MCP-CFG-I-004"], PlaysetNotOfferedData]):
    """MCP-CFG-I-004: The operator does not offer this playset."""

ValidatorNotConfiguredData = _t.TypedDict("ValidatorNotConfiguredData", {"expected": str})


@_dataclasses.dataclass(frozen=True)
class ValidatorNotConfigured(_e.Invalid[_t.Literal["MCP-CFG-I-005"], ValidatorNotConfiguredData]):
    """MCP-CFG-I-005: The operator has configured no deep validator."""


@_dataclasses.dataclass(frozen=True)
class SessionStatus(_e.Success[_t.Literal["MCP-CFG-S-001"], _e.Data]):
    """MCP-CFG-S-001: The session as it is."""


@_dataclasses.dataclass(frozen=True)
class SessionInitialised(_e.Success[_t.Literal["MCP-CFG-S-002"], _e.Data]):
    """MCP-CFG-S-002: The session has a mode."""


@_dataclasses.dataclass(frozen=True)
class PlaysetSelected(_e.Success[_t.Literal["MCP-CFG-S-003"], _e.Data]):
    """MCP-CFG-S-003: The session has another playset."""

IndexBuildingData = _t.TypedDict("IndexBuildingData", {"done": int, "total": int, "retry_after_ms": int})


@_dataclasses.dataclass(frozen=True)
class IndexBuilding(_e.Invalid[_t.Literal["MCP-DB-I-001"], IndexBuildingData]):
    """MCP-DB-I-001: The index of definitions is not ready yet."""

ValidatorFailedData = _t.TypedDict("ValidatorFailedData", {"reason": str})


@_dataclasses.dataclass(frozen=True)
class ValidatorFailed(_e.Failed[_t.Literal["MCP-EXEC-E-001"], ValidatorFailedData]):
    """MCP-EXEC-E-001: The deep validator failed, or exceeded its limits."""


@_dataclasses.dataclass(frozen=True)
class Crash(_e.Failed[_t.Literal["MCP-SYS-E-001"], _e.Data]):
    """MCP-SYS-E-001: A panic, a timeout or a bug."""


@_dataclasses.dataclass(frozen=True)
class LeakPrevented(_e.Failed[_t.Literal["MCP-SYS-E-002"], _e.Data]):
    """MCP-SYS-E-002: The leak gate stopped a reply."""


@_dataclasses.dataclass(frozen=True)
class Overloaded(_e.Failed[_t.Literal["MCP-SYS-E-003"], _e.Data]):
    """MCP-SYS-E-003: Too many calls at once."""

NotAHomeData = _t.TypedDict("NotAHomeData", {"input": str, "possible": list[str]})


@_dataclasses.dataclass(frozen=True)
class NotAHome(_e.Invalid[_t.Literal["MCP-SYS-I-001"], NotAHomeData]):
    """MCP-SYS-I-001: A home is a visible root."""

CodeUnknownData = _t.TypedDict("CodeUnknownData", {"input": str, "nearest": list[str]})


@_dataclasses.dataclass(frozen=True)
class CodeUnknown(_e.Invalid[_t.Literal["MCP-SYS-I-002"], CodeUnknownData]):
    """MCP-SYS-I-002: No such code."""


@_dataclasses.dataclass(frozen=True)
class Home(_e.Success[_t.Literal["MCP-SYS-S-001"], _e.Data]):
    """MCP-SYS-S-001: The session's home."""


@_dataclasses.dataclass(frozen=True)
class HomeChanged(_e.Success[_t.Literal["MCP-SYS-S-002"], _e.Data]):
    """MCP-SYS-S-002: The session has a new home."""


@_dataclasses.dataclass(frozen=True)
class CodeExplained(_e.Success[_t.Literal["MCP-SYS-S-003"], _e.Data]):
    """MCP-SYS-S-003: What a code means."""

BadArgumentsData = _t.TypedDict("BadArgumentsData", {"problems": list[_e.Problem]})


@_dataclasses.dataclass(frozen=True)
class BadArguments(_e.Invalid[_t.Literal["MCP-VAL-I-001"], BadArgumentsData]):
    """MCP-VAL-I-001: Arguments of the wrong shape."""

ObjectUnknownData = _t.TypedDict("ObjectUnknownData", {"key": str, "folder": str, "searched": int, "nearest": list[str], "unreadable": int})


@_dataclasses.dataclass(frozen=True)
class ObjectUnknown(_e.Invalid[_t.Literal["WA-DB-I-001"], ObjectUnknownData]):
    """WA-DB-I-001: No visible file defines this key."""

NotInPlaysetData = _t.TypedDict("NotInPlaysetData", {"kind": str, "name": str, "nearest": list[str]})


@_dataclasses.dataclass(frozen=True)
class NotInPlayset(_e.Invalid[_t.Literal["WA-DB-I-002"], NotInPlaysetData]):
    """WA-DB-I-002: No visible source has this folder, file or language."""


@_dataclasses.dataclass(frozen=True)
class ObjectsJudged(_e.Success[_t.Literal["WA-DB-S-001"], _e.Data]):
    """WA-DB-S-001: The definitions of a key, and which of them is in force."""


@_dataclasses.dataclass(frozen=True)
class FilesJudged(_e.Success[_t.Literal["WA-DB-S-002"], _e.Data]):
    """WA-DB-S-002: Files in load order, and which of them the game reads."""


@_dataclasses.dataclass(frozen=True)
class ConflictsListed(_e.Success[_t.Literal["WA-DB-S-003"], _e.Data]):
    """WA-DB-S-003: Keys and files that several sources have, or that would change."""


@_dataclasses.dataclass(frozen=True)
class OnActionMerged(_e.Success[_t.Literal["WA-DB-S-004"], _e.Data]):
    """WA-DB-S-004: An on_action after all files that define it."""


@_dataclasses.dataclass(frozen=True)
class PatchPlaced(_e.Success[_t.Literal["WA-DB-S-005"], _e.Data]):
    """WA-DB-S-005: Where a new definition must lie to win."""


@_dataclasses.dataclass(frozen=True)
class SymbolsFound(_e.Success[_t.Literal["WA-DB-S-006"], _e.Data]):
    """WA-DB-S-006: The keys that begin with a text, and which definition of each is in force."""

FileInUseData = _t.TypedDict("FileInUseData", {"target": str})


@_dataclasses.dataclass(frozen=True)
class FileInUse(_e.Invalid[_t.Literal["WA-IO-I-001"], FileInUseData]):
    """WA-IO-I-001: Another program holds the file, or one in the folder, open and does not share it."""

LogNotFoundData = _t.TypedDict("LogNotFoundData", {"wanted": list[str], "reason": str, "expected": str})


@_dataclasses.dataclass(frozen=True)
class LogNotFound(_e.Invalid[_t.Literal["WA-LOG-I-001"], LogNotFoundData]):
    """WA-LOG-I-001: The game's logs are not there."""

LogCursorUnknownData = _t.TypedDict("LogCursorUnknownData", {"argument": str, "cursor": str, "reason": str, "expected": str})


@_dataclasses.dataclass(frozen=True)
class LogCursorUnknown(_e.Invalid[_t.Literal["WA-LOG-I-002"], LogCursorUnknownData]):
    """WA-LOG-I-002: The cursor is not one of these logs."""


@_dataclasses.dataclass(frozen=True)
class LogRead(_e.Success[_t.Literal["WA-LOG-S-001"], _e.Data]):
    """WA-LOG-S-001: The game's log messages, grouped and counted."""


@_dataclasses.dataclass(frozen=True)
class LogsCompared(_e.Success[_t.Literal["WA-LOG-S-002"], _e.Data]):
    """WA-LOG-S-002: What the game says it loaded, compared with what the lens says."""

ScriptInvalidData = _t.TypedDict("ScriptInvalidData", {"target": str, "problems": list[_e.Problem], "total": int})


@_dataclasses.dataclass(frozen=True)
class ScriptInvalid(_e.Invalid[_t.Literal["WA-PARSE-I-001"], ScriptInvalidData]):
    """WA-PARSE-I-001: A script or localization file has syntax errors."""


@_dataclasses.dataclass(frozen=True)
class ScriptParsed(_e.Success[_t.Literal["WA-PARSE-S-001"], _e.Data]):
    """WA-PARSE-S-001: Files were parsed."""

ReadFailedData = _t.TypedDict("ReadFailedData", {"target": str})


@_dataclasses.dataclass(frozen=True)
class ReadFailed(_e.Failed[_t.Literal["WA-READ-E-001"], ReadFailedData]):
    """WA-READ-E-001: The system could not read what is there."""

NotADirectoryData = _t.TypedDict("NotADirectoryData", {"target": str, "kind": str})


@_dataclasses.dataclass(frozen=True)
class NotADirectory(_e.Invalid[_t.Literal["WA-READ-I-001"], NotADirectoryData]):
    """WA-READ-I-001: A directory was needed and something else is there."""

NotAFileData = _t.TypedDict("NotAFileData", {"target": str, "kind": str})


@_dataclasses.dataclass(frozen=True)
class NotAFile(_e.Invalid[_t.Literal["WA-READ-I-002"], NotAFileData]):
    """WA-READ-I-002: A regular file was needed and something else is there."""

FileTooLargeData = _t.TypedDict("FileTooLargeData", {"target": str, "size": int, "limit": int})


@_dataclasses.dataclass(frozen=True)
class FileTooLarge(_e.Invalid[_t.Literal["WA-READ-I-003"], FileTooLargeData]):
    """WA-READ-I-003: The file is larger than one answer may be."""

RangeOutsideFileData = _t.TypedDict("RangeOutsideFileData", {"target": str, "lines": int, "first": int})


@_dataclasses.dataclass(frozen=True)
class RangeOutsideFile(_e.Invalid[_t.Literal["WA-READ-I-004"], RangeOutsideFileData]):
    """WA-READ-I-004: The lines asked for are not in the file."""


@_dataclasses.dataclass(frozen=True)
class DirectoryListed(_e.Success[_t.Literal["WA-READ-S-001"], _e.Data]):
    """WA-READ-S-001: The children of a directory."""


@_dataclasses.dataclass(frozen=True)
class TreeListed(_e.Success[_t.Literal["WA-READ-S-002"], _e.Data]):
    """WA-READ-S-002: The directories below a directory."""


@_dataclasses.dataclass(frozen=True)
class FileRead(_e.Success[_t.Literal["WA-READ-S-003"], _e.Data]):
    """WA-READ-S-003: The content of a file."""


@_dataclasses.dataclass(frozen=True)
class FilesRead(_e.Success[_t.Literal["WA-READ-S-004"], _e.Data]):
    """WA-READ-S-004: The contents of several files."""


@_dataclasses.dataclass(frozen=True)
class TextFound(_e.Success[_t.Literal["WA-READ-S-005"], _e.Data]):
    """WA-READ-S-005: The lines that hold a text, in load order."""


@_dataclasses.dataclass(frozen=True)
class FilesFound(_e.Success[_t.Literal["WA-READ-S-006"], _e.Data]):
    """WA-READ-S-006: The files whose names fit, in load order."""


@_dataclasses.dataclass(frozen=True)
class ReferencesFound(_e.Success[_t.Literal["WA-READ-S-007"], _e.Data]):
    """WA-READ-S-007: The lines of script and localization that name a key, in load order, definitions apart from uses."""


@_dataclasses.dataclass(frozen=True)
class VisibilityCapacityExceeded(_e.Failed[_t.Literal["WA-RES-E-001"], _e.Data]):
    """WA-RES-E-001: The process has handed out as many references as it can hold."""

PathNotFoundData = _t.TypedDict("PathNotFoundData", {"input": str, "problem": str, "expected": str, "nearest": list[str], "also": list[str]})


@_dataclasses.dataclass(frozen=True)
class PathNotFound(_e.Invalid[_t.Literal["WA-RES-I-001"], PathNotFoundData]):
    """WA-RES-I-001: The address is malformed, or names nothing visible."""

ReferenceUnknownData = _t.TypedDict("ReferenceUnknownData", {"target": str})


@_dataclasses.dataclass(frozen=True)
class ReferenceUnknown(_e.Invalid[_t.Literal["WA-RES-I-002"], ReferenceUnknownData]):
    """WA-RES-I-002: A reference from another process or time."""


@_dataclasses.dataclass(frozen=True)
class AddressResolved(_e.Success[_t.Literal["WA-RES-S-001"], _e.Data]):
    """WA-RES-S-001: The address names a visible place."""


@_dataclasses.dataclass(frozen=True)
class ModeNotInitialised(_e.Invalid[_t.Literal["WA-SYS-I-001"], _e.Data]):
    """WA-SYS-I-001: The session has no mode yet."""

TargetNotInModData = _t.TypedDict("TargetNotInModData", {"target": str, "nearest": list[str]})


@_dataclasses.dataclass(frozen=True)
class TargetNotInMod(_e.Invalid[_t.Literal["WA-VAL-I-001"], TargetNotInModData]):
    """WA-VAL-I-001: A deep check needs a mod."""


@_dataclasses.dataclass(frozen=True)
class ModValidated(_e.Success[_t.Literal["WA-VAL-S-001"], _e.Data]):
    """WA-VAL-S-001: What the deep validator found in a mod."""

ContentDiffersData = _t.TypedDict("ContentDiffersData", {"target": str, "found": str, "expected": str})


@_dataclasses.dataclass(frozen=True)
class ContentDiffers(_e.Invalid[_t.Literal["WA-WRITE-I-001"], ContentDiffersData]):
    """WA-WRITE-I-001: The file changed since it was read."""

TextCountDiffersData = _t.TypedDict("TextCountDiffersData", {"target": str, "found": int, "expected": int, "lines": list[int], "nearest": list[str]})


@_dataclasses.dataclass(frozen=True)
class TextCountDiffers(_e.Invalid[_t.Literal["WA-WRITE-I-002"], TextCountDiffersData]):
    """WA-WRITE-I-002: An exact replacement does not match as often as stated."""

TargetExistsData = _t.TypedDict("TargetExistsData", {"target": str})


@_dataclasses.dataclass(frozen=True)
class TargetExists(_e.Invalid[_t.Literal["WA-WRITE-I-003"], TargetExistsData]):
    """WA-WRITE-I-003: A rename would overwrite something."""

TargetIsLinkData = _t.TypedDict("TargetIsLinkData", {"target": str, "leads_to": str})


@_dataclasses.dataclass(frozen=True)
class TargetIsLink(_e.Invalid[_t.Literal["WA-WRITE-I-004"], TargetIsLinkData]):
    """WA-WRITE-I-004: A name that is a link was to be deleted or renamed."""

TargetReadOnlyData = _t.TypedDict("TargetReadOnlyData", {"target": str})


@_dataclasses.dataclass(frozen=True)
class TargetReadOnly(_e.Invalid[_t.Literal["WA-WRITE-I-005"], TargetReadOnlyData]):
    """WA-WRITE-I-005: The file is marked read-only."""

EncodingCannotHoldData = _t.TypedDict("EncodingCannotHoldData", {"target": str, "encoding": str, "character": str, "line": int})


@_dataclasses.dataclass(frozen=True)
class EncodingCannotHold(_e.Invalid[_t.Literal["WA-WRITE-I-006"], EncodingCannotHoldData]):
    """WA-WRITE-I-006: The new text does not fit the encoding of the file."""

TargetBusyData = _t.TypedDict("TargetBusyData", {"target": str})


@_dataclasses.dataclass(frozen=True)
class TargetBusy(_e.Invalid[_t.Literal["WA-WRITE-I-007"], TargetBusyData]):
    """WA-WRITE-I-007: Another change in the target's directory is being made, by this server or by another process."""

NotTextData = _t.TypedDict("NotTextData", {"target": str})


@_dataclasses.dataclass(frozen=True)
class NotText(_e.Invalid[_t.Literal["WA-WRITE-I-008"], NotTextData]):
    """WA-WRITE-I-008: The file is binary, or in an encoding that is not supported."""

FolderNotEmptyData = _t.TypedDict("FolderNotEmptyData", {"target": str, "files": int, "folders": int, "bytes": int, "argument": str})


@_dataclasses.dataclass(frozen=True)
class FolderNotEmpty(_e.Invalid[_t.Literal["WA-WRITE-I-009"], FolderNotEmptyData]):
    """WA-WRITE-I-009: A folder that is not empty was to be deleted."""

FolderNotMovableData = _t.TypedDict("FolderNotMovableData", {"target": str, "problem": str})


@_dataclasses.dataclass(frozen=True)
class FolderNotMovable(_e.Invalid[_t.Literal["WA-WRITE-I-010"], FolderNotMovableData]):
    """WA-WRITE-I-010: The folder cannot be removed as a whole."""

FolderTooLargeData = _t.TypedDict("FolderTooLargeData", {"target": str, "entries": int, "bytes": int, "max_entries": int, "max_bytes": int})


@_dataclasses.dataclass(frozen=True)
class FolderTooLarge(_e.Invalid[_t.Literal["WA-WRITE-I-011"], FolderTooLargeData]):
    """WA-WRITE-I-011: The folder is larger than an undo can restore."""

OtherDiskData = _t.TypedDict("OtherDiskData", {"target": str, "destination": str})


@_dataclasses.dataclass(frozen=True)
class OtherDisk(_e.Invalid[_t.Literal["WA-WRITE-I-012"], OtherDiskData]):
    """WA-WRITE-I-012: The new name lies on another disk."""


KnownCode = _t.Literal[
    "CT-GATE-E-001",
    "CT-GATE-I-001",
    "CT-GATE-I-002",
    "CT-GATE-I-003",
    "CT-GATE-S-001",
    "CT-GATE-S-002",
    "CT-GATE-S-003",
    "CT-GATE-S-004",
    "EN-GATE-D-001",
    "EN-GATE-D-002",
    "EN-LOG-E-001",
    "EN-LOG-E-002",
    "EN-WRITE-D-001",
    "EN-WRITE-D-002",
    "EN-WRITE-D-003",
    "EN-WRITE-D-004",
    "EN-WRITE-D-005",
    "EN-WRITE-D-006",
    "EN-WRITE-D-007",
    "EN-WRITE-D-008",
    "EN-WRITE-E-001",
    "EN-WRITE-S-001",
    "EN-WRITE-S-002",
    "EN-WRITE-S-003",
    "EN-WRITE-S-004",
    "EN-WRITE-S-005",
    "EN-WRITE-S-006",
    "EN-WRITE-S-007",
    "EN-WRITE-S-008",
    "MCP-CFG-I-001",
    "MCP-CFG-I-002",
    "MCP-CFG-I-003",
    "MCP-CFG-I-004",
    "MCP-CFG-I-005",
    "MCP-CFG-S-001",
    "MCP-CFG-S-002",
    "MCP-CFG-S-003",
    "MCP-DB-I-001",
    "MCP-EXEC-E-001",
    "MCP-SYS-E-001",
    "MCP-SYS-E-002",
    "MCP-SYS-E-003",
    "MCP-SYS-I-001",
    "MCP-SYS-I-002",
    "MCP-SYS-S-001",
    "MCP-SYS-S-002",
    "MCP-SYS-S-003",
    "MCP-VAL-I-001",
    "WA-DB-I-001",
    "WA-DB-I-002",
    "WA-DB-S-001",
    "WA-DB-S-002",
    "WA-DB-S-003",
    "WA-DB-S-004",
    "WA-DB-S-005",
    "WA-DB-S-006",
    "WA-IO-I-001",
    "WA-LOG-I-001",
    "WA-LOG-I-002",
    "WA-LOG-S-001",
    "WA-LOG-S-002",
    "WA-PARSE-I-001",
    "WA-PARSE-S-001",
    "WA-READ-E-001",
    "WA-READ-I-001",
    "WA-READ-I-002",
    "WA-READ-I-003",
    "WA-READ-I-004",
    "WA-READ-S-001",
    "WA-READ-S-002",
    "WA-READ-S-003",
    "WA-READ-S-004",
    "WA-READ-S-005",
    "WA-READ-S-006",
    "WA-READ-S-007",
    "WA-RES-E-001",
    "WA-RES-I-001",
    "WA-RES-I-002",
    "WA-RES-S-001",
    "WA-SYS-I-001",
    "WA-VAL-I-001",
    "WA-VAL-S-001",
    "WA-WRITE-I-001",
    "WA-WRITE-I-002",
    "WA-WRITE-I-003",
    "WA-WRITE-I-004",
    "WA-WRITE-I-005",
    "WA-WRITE-I-006",
    "WA-WRITE-I-007",
    "WA-WRITE-I-008",
    "WA-WRITE-I-009",
    "WA-WRITE-I-010",
    "WA-WRITE-I-011",
    "WA-WRITE-I-012",
]
"""The codes of the registry that this file was generated from."""

Known = _t.Union[
    ContractNotRecorded,
    ContractInvalid,
    ContractUnknown,
    ContractAlreadyOpen,
    ContractOpened,
    ContractClosed,
    ContractValid,
    ContractsListed,
    ApprovalRefused,
    TooManyWaiting,
    JournalUnavailable,
    RequestNotKept,
    WriteDenied,
    OutsideContract,
    ContractRequired,
    TokenRequired,
    NoRule,
    UndoOtherWorld,
    UndoWouldLoseWork,
    TwoContracts,
    WriteFailed,
    FileWritten,
    FileDeleted,
    FileRenamed,
    ChangePermitted,
    FolderDeleted,
    FolderRenamed,
    FolderRestored,
    ModCreated,
    ModeNotOffered,
    SessionUnknown,
    SessionRequired,
    PlaysetNotOffered,
    ValidatorNotConfigured,
    SessionStatus,
    SessionInitialised,
    PlaysetSelected,
    IndexBuilding,
    ValidatorFailed,
    Crash,
    LeakPrevented,
    Overloaded,
    NotAHome,
    CodeUnknown,
    Home,
    HomeChanged,
    CodeExplained,
    BadArguments,
    ObjectUnknown,
    NotInPlayset,
    ObjectsJudged,
    FilesJudged,
    ConflictsListed,
    OnActionMerged,
    PatchPlaced,
    SymbolsFound,
    FileInUse,
    LogNotFound,
    LogCursorUnknown,
    LogRead,
    LogsCompared,
    ScriptInvalid,
    ScriptParsed,
    ReadFailed,
    NotADirectory,
    NotAFile,
    FileTooLarge,
    RangeOutsideFile,
    DirectoryListed,
    TreeListed,
    FileRead,
    FilesRead,
    TextFound,
    FilesFound,
    ReferencesFound,
    VisibilityCapacityExceeded,
    PathNotFound,
    ReferenceUnknown,
    AddressResolved,
    ModeNotInitialised,
    TargetNotInMod,
    ModValidated,
    ContentDiffers,
    TextCountDiffers,
    TargetExists,
    TargetIsLink,
    TargetReadOnly,
    EncodingCannotHold,
    TargetBusy,
    NotText,
    FolderNotEmpty,
    FolderNotMovable,
    FolderTooLarge,
    OtherDisk,
]
"""A reply with a known code."""

BY_CODE: _t.Final[_t.Mapping[str, type[Known]]] = {
    "CT-GATE-E-001": ContractNotRecorded,
    "CT-GATE-I-001": ContractInvalid,
    "CT-GATE-I-002": ContractUnknown,
    "CT-GATE-I-003": ContractAlreadyOpen,
    "CT-GATE-S-001": ContractOpened,
    "CT-GATE-S-002": ContractClosed,
    "CT-GATE-S-003": ContractValid,
    "CT-GATE-S-004": ContractsListed,
    "EN-GATE-D-001": ApprovalRefused,
    "EN-GATE-D-002": TooManyWaiting,
    "EN-LOG-E-001": JournalUnavailable,
    "EN-LOG-E-002": RequestNotKept,
    "EN-WRITE-D-001": WriteDenied,
    "EN-WRITE-D-002": OutsideContract,
    "EN-WRITE-D-003": ContractRequired,
    "EN-WRITE-D-004": TokenRequired,
    "EN-WRITE-D-005": NoRule,
    "EN-WRITE-D-006": UndoOtherWorld,
    "EN-WRITE-D-007": UndoWouldLoseWork,
    "EN-WRITE-D-008": TwoContracts,
    "EN-WRITE-E-001": WriteFailed,
    "EN-WRITE-S-001": FileWritten,
    "EN-WRITE-S-002": FileDeleted,
    "EN-WRITE-S-003": FileRenamed,
    "EN-WRITE-S-004": ChangePermitted,
    "EN-WRITE-S-005": FolderDeleted,
    "EN-WRITE-S-006": FolderRenamed,
    "EN-WRITE-S-007": FolderRestored,
    "EN-WRITE-S-008": ModCreated,
    "MCP-CFG-I-001": ModeNotOffered,
    "MCP-CFG-I-002": SessionUnknown,
    "MCP-CFG-I-003": SessionRequired,
    "MCP-CFG-I-004": PlaysetNotOffered,
    "MCP-CFG-I-005": ValidatorNotConfigured,
    "MCP-CFG-S-001": SessionStatus,
    "MCP-CFG-S-002": SessionInitialised,
    "MCP-CFG-S-003": PlaysetSelected,
    "MCP-DB-I-001": IndexBuilding,
    "MCP-EXEC-E-001": ValidatorFailed,
    "MCP-SYS-E-001": Crash,
    "MCP-SYS-E-002": LeakPrevented,
    "MCP-SYS-E-003": Overloaded,
    "MCP-SYS-I-001": NotAHome,
    "MCP-SYS-I-002": CodeUnknown,
    "MCP-SYS-S-001": Home,
    "MCP-SYS-S-002": HomeChanged,
    "MCP-SYS-S-003": CodeExplained,
    "MCP-VAL-I-001": BadArguments,
    "WA-DB-I-001": ObjectUnknown,
    "WA-DB-I-002": NotInPlayset,
    "WA-DB-S-001": ObjectsJudged,
    "WA-DB-S-002": FilesJudged,
    "WA-DB-S-003": ConflictsListed,
    "WA-DB-S-004": OnActionMerged,
    "WA-DB-S-005": PatchPlaced,
    "WA-DB-S-006": SymbolsFound,
    "WA-IO-I-001": FileInUse,
    "WA-LOG-I-001": LogNotFound,
    "WA-LOG-I-002": LogCursorUnknown,
    "WA-LOG-S-001": LogRead,
    "WA-LOG-S-002": LogsCompared,
    "WA-PARSE-I-001": ScriptInvalid,
    "WA-PARSE-S-001": ScriptParsed,
    "WA-READ-E-001": ReadFailed,
    "WA-READ-I-001": NotADirectory,
    "WA-READ-I-002": NotAFile,
    "WA-READ-I-003": FileTooLarge,
    "WA-READ-I-004": RangeOutsideFile,
    "WA-READ-S-001": DirectoryListed,
    "WA-READ-S-002": TreeListed,
    "WA-READ-S-003": FileRead,
    "WA-READ-S-004": FilesRead,
    "WA-READ-S-005": TextFound,
    "WA-READ-S-006": FilesFound,
    "WA-READ-S-007": ReferencesFound,
    "WA-RES-E-001": VisibilityCapacityExceeded,
    "WA-RES-I-001": PathNotFound,
    "WA-RES-I-002": ReferenceUnknown,
    "WA-RES-S-001": AddressResolved,
    "WA-SYS-I-001": ModeNotInitialised,
    "WA-VAL-I-001": TargetNotInMod,
    "WA-VAL-S-001": ModValidated,
    "WA-WRITE-I-001": ContentDiffers,
    "WA-WRITE-I-002": TextCountDiffers,
    "WA-WRITE-I-003": TargetExists,
    "WA-WRITE-I-004": TargetIsLink,
    "WA-WRITE-I-005": TargetReadOnly,
    "WA-WRITE-I-006": EncodingCannotHold,
    "WA-WRITE-I-007": TargetBusy,
    "WA-WRITE-I-008": NotText,
    "WA-WRITE-I-009": FolderNotEmpty,
    "WA-WRITE-I-010": FolderNotMovable,
    "WA-WRITE-I-011": FolderTooLarge,
    "WA-WRITE-I-012": OtherDisk,
}

_R = _t.TypeVar("_R")


class Handlers(_t.TypedDict, _t.Generic[_R], total=False):
    """Handlers by key; one that does not exist does not type-check."""

    CONTRACT_NOT_RECORDED: _t.Callable[[ContractNotRecorded], _R]
    CONTRACT_INVALID: _t.Callable[[ContractInvalid], _R]
    CONTRACT_UNKNOWN: _t.Callable[[ContractUnknown], _R]
    CONTRACT_ALREADY_OPEN: _t.Callable[[ContractAlreadyOpen], _R]
    CONTRACT_OPENED: _t.Callable[[ContractOpened], _R]
    CONTRACT_CLOSED: _t.Callable[[ContractClosed], _R]
    CONTRACT_VALID: _t.Callable[[ContractValid], _R]
    CONTRACTS_LISTED: _t.Callable[[ContractsListed], _R]
    APPROVAL_REFUSED: _t.Callable[[ApprovalRefused], _R]
    TOO_MANY_WAITING: _t.Callable[[TooManyWaiting], _R]
    JOURNAL_UNAVAILABLE: _t.Callable[[JournalUnavailable], _R]
    REQUEST_NOT_KEPT: _t.Callable[[RequestNotKept], _R]
    WRITE_DENIED: _t.Callable[[WriteDenied], _R]
    OUTSIDE_CONTRACT: _t.Callable[[OutsideContract], _R]
    CONTRACT_REQUIRED: _t.Callable[[ContractRequired], _R]
    TOKEN_REQUIRED: _t.Callable[[TokenRequired], _R]
    NO_RULE: _t.Callable[[NoRule], _R]
    UNDO_OTHER_WORLD: _t.Callable[[UndoOtherWorld], _R]
    UNDO_WOULD_LOSE_WORK: _t.Callable[[UndoWouldLoseWork], _R]
    TWO_CONTRACTS: _t.Callable[[TwoContracts], _R]
    WRITE_FAILED: _t.Callable[[WriteFailed], _R]
    FILE_WRITTEN: _t.Callable[[FileWritten], _R]
    FILE_DELETED: _t.Callable[[FileDeleted], _R]
    FILE_RENAMED: _t.Callable[[FileRenamed], _R]
    CHANGE_PERMITTED: _t.Callable[[ChangePermitted], _R]
    FOLDER_DELETED: _t.Callable[[FolderDeleted], _R]
    FOLDER_RENAMED: _t.Callable[[FolderRenamed], _R]
    FOLDER_RESTORED: _t.Callable[[FolderRestored], _R]
    MOD_CREATED: _t.Callable[[ModCreated], _R]
    MODE_NOT_OFFERED: _t.Callable[[ModeNotOffered], _R]
    SESSION_UNKNOWN: _t.Callable[[SessionUnknown], _R]
    SESSION_REQUIRED: _t.Callable[[SessionRequired], _R]
    PLAYSET_NOT_OFFERED: _t.Callable[[PlaysetNotOffered], _R]
    VALIDATOR_NOT_CONFIGURED: _t.Callable[[ValidatorNotConfigured], _R]
    SESSION_STATUS: _t.Callable[[SessionStatus], _R]
    SESSION_INITIALISED: _t.Callable[[SessionInitialised], _R]
    PLAYSET_SELECTED: _t.Callable[[PlaysetSelected], _R]
    INDEX_BUILDING: _t.Callable[[IndexBuilding], _R]
    VALIDATOR_FAILED: _t.Callable[[ValidatorFailed], _R]
    CRASH: _t.Callable[[Crash], _R]
    LEAK_PREVENTED: _t.Callable[[LeakPrevented], _R]
    OVERLOADED: _t.Callable[[Overloaded], _R]
    NOT_A_HOME: _t.Callable[[NotAHome], _R]
    CODE_UNKNOWN: _t.Callable[[CodeUnknown], _R]
    HOME: _t.Callable[[Home], _R]
    HOME_CHANGED: _t.Callable[[HomeChanged], _R]
    CODE_EXPLAINED: _t.Callable[[CodeExplained], _R]
    BAD_ARGUMENTS: _t.Callable[[BadArguments], _R]
    OBJECT_UNKNOWN: _t.Callable[[ObjectUnknown], _R]
    NOT_IN_PLAYSET: _t.Callable[[NotInPlayset], _R]
    OBJECTS_JUDGED: _t.Callable[[ObjectsJudged], _R]
    FILES_JUDGED: _t.Callable[[FilesJudged], _R]
    CONFLICTS_LISTED: _t.Callable[[ConflictsListed], _R]
    ON_ACTION_MERGED: _t.Callable[[OnActionMerged], _R]
    PATCH_PLACED: _t.Callable[[PatchPlaced], _R]
    SYMBOLS_FOUND: _t.Callable[[SymbolsFound], _R]
    FILE_IN_USE: _t.Callable[[FileInUse], _R]
    LOG_NOT_FOUND: _t.Callable[[LogNotFound], _R]
    LOG_CURSOR_UNKNOWN: _t.Callable[[LogCursorUnknown], _R]
    LOG_READ: _t.Callable[[LogRead], _R]
    LOGS_COMPARED: _t.Callable[[LogsCompared], _R]
    SCRIPT_INVALID: _t.Callable[[ScriptInvalid], _R]
    SCRIPT_PARSED: _t.Callable[[ScriptParsed], _R]
    READ_FAILED: _t.Callable[[ReadFailed], _R]
    NOT_A_DIRECTORY: _t.Callable[[NotADirectory], _R]
    NOT_A_FILE: _t.Callable[[NotAFile], _R]
    FILE_TOO_LARGE: _t.Callable[[FileTooLarge], _R]
    RANGE_OUTSIDE_FILE: _t.Callable[[RangeOutsideFile], _R]
    DIRECTORY_LISTED: _t.Callable[[DirectoryListed], _R]
    TREE_LISTED: _t.Callable[[TreeListed], _R]
    FILE_READ: _t.Callable[[FileRead], _R]
    FILES_READ: _t.Callable[[FilesRead], _R]
    TEXT_FOUND: _t.Callable[[TextFound], _R]
    FILES_FOUND: _t.Callable[[FilesFound], _R]
    REFERENCES_FOUND: _t.Callable[[ReferencesFound], _R]
    VISIBILITY_CAPACITY_EXCEEDED: _t.Callable[[VisibilityCapacityExceeded], _R]
    PATH_NOT_FOUND: _t.Callable[[PathNotFound], _R]
    REFERENCE_UNKNOWN: _t.Callable[[ReferenceUnknown], _R]
    ADDRESS_RESOLVED: _t.Callable[[AddressResolved], _R]
    MODE_NOT_INITIALISED: _t.Callable[[ModeNotInitialised], _R]
    TARGET_NOT_IN_MOD: _t.Callable[[TargetNotInMod], _R]
    MOD_VALIDATED: _t.Callable[[ModValidated], _R]
    CONTENT_DIFFERS: _t.Callable[[ContentDiffers], _R]
    TEXT_COUNT_DIFFERS: _t.Callable[[TextCountDiffers], _R]
    TARGET_EXISTS: _t.Callable[[TargetExists], _R]
    TARGET_IS_LINK: _t.Callable[[TargetIsLink], _R]
    TARGET_READ_ONLY: _t.Callable[[TargetReadOnly], _R]
    ENCODING_CANNOT_HOLD: _t.Callable[[EncodingCannotHold], _R]
    TARGET_BUSY: _t.Callable[[TargetBusy], _R]
    NOT_TEXT: _t.Callable[[NotText], _R]
    FOLDER_NOT_EMPTY: _t.Callable[[FolderNotEmpty], _R]
    FOLDER_NOT_MOVABLE: _t.Callable[[FolderNotMovable], _R]
    FOLDER_TOO_LARGE: _t.Callable[[FolderTooLarge], _R]
    OTHER_DISK: _t.Callable[[OtherDisk], _R]


KEYS: _t.Final[_t.Mapping[str, str]] = {
    "CT-GATE-E-001": "CONTRACT_NOT_RECORDED",
    "CT-GATE-I-001": "CONTRACT_INVALID",
    "CT-GATE-I-002": "CONTRACT_UNKNOWN",
    "CT-GATE-I-003": "CONTRACT_ALREADY_OPEN",
    "CT-GATE-S-001": "CONTRACT_OPENED",
    "CT-GATE-S-002": "CONTRACT_CLOSED",
    "CT-GATE-S-003": "CONTRACT_VALID",
    "CT-GATE-S-004": "CONTRACTS_LISTED",
    "EN-GATE-D-001": "APPROVAL_REFUSED",
    "EN-GATE-D-002": "TOO_MANY_WAITING",
    "EN-LOG-E-001": "JOURNAL_UNAVAILABLE",
    "EN-LOG-E-002": "REQUEST_NOT_KEPT",
    "EN-WRITE-D-001": "WRITE_DENIED",
    "EN-WRITE-D-002": "OUTSIDE_CONTRACT",
    "EN-WRITE-D-003": "CONTRACT_REQUIRED",
    "EN-WRITE-D-004": "TOKEN_REQUIRED",
    "EN-WRITE-D-005": "NO_RULE",
    "EN-WRITE-D-006": "UNDO_OTHER_WORLD",
    "EN-WRITE-D-007": "UNDO_WOULD_LOSE_WORK",
    "EN-WRITE-D-008": "TWO_CONTRACTS",
    "EN-WRITE-E-001": "WRITE_FAILED",
    "EN-WRITE-S-001": "FILE_WRITTEN",
    "EN-WRITE-S-002": "FILE_DELETED",
    "EN-WRITE-S-003": "FILE_RENAMED",
    "EN-WRITE-S-004": "CHANGE_PERMITTED",
    "EN-WRITE-S-005": "FOLDER_DELETED",
    "EN-WRITE-S-006": "FOLDER_RENAMED",
    "EN-WRITE-S-007": "FOLDER_RESTORED",
    "EN-WRITE-S-008": "MOD_CREATED",
    "MCP-CFG-I-001": "MODE_NOT_OFFERED",
    "MCP-CFG-I-002": "SESSION_UNKNOWN",
    "MCP-CFG-I-003": "SESSION_REQUIRED",
    "MCP-CFG-I-004": "PLAYSET_NOT_OFFERED",
    "MCP-CFG-I-005": "VALIDATOR_NOT_CONFIGURED",
    "MCP-CFG-S-001": "SESSION_STATUS",
    "MCP-CFG-S-002": "SESSION_INITIALISED",
    "MCP-CFG-S-003": "PLAYSET_SELECTED",
    "MCP-DB-I-001": "INDEX_BUILDING",
    "MCP-EXEC-E-001": "VALIDATOR_FAILED",
    "MCP-SYS-E-001": "CRASH",
    "MCP-SYS-E-002": "LEAK_PREVENTED",
    "MCP-SYS-E-003": "OVERLOADED",
    "MCP-SYS-I-001": "NOT_A_HOME",
    "MCP-SYS-I-002": "CODE_UNKNOWN",
    "MCP-SYS-S-001": "HOME",
    "MCP-SYS-S-002": "HOME_CHANGED",
    "MCP-SYS-S-003": "CODE_EXPLAINED",
    "MCP-VAL-I-001": "BAD_ARGUMENTS",
    "WA-DB-I-001": "OBJECT_UNKNOWN",
    "WA-DB-I-002": "NOT_IN_PLAYSET",
    "WA-DB-S-001": "OBJECTS_JUDGED",
    "WA-DB-S-002": "FILES_JUDGED",
    "WA-DB-S-003": "CONFLICTS_LISTED",
    "WA-DB-S-004": "ON_ACTION_MERGED",
    "WA-DB-S-005": "PATCH_PLACED",
    "WA-DB-S-006": "SYMBOLS_FOUND",
    "WA-IO-I-001": "FILE_IN_USE",
    "WA-LOG-I-001": "LOG_NOT_FOUND",
    "WA-LOG-I-002": "LOG_CURSOR_UNKNOWN",
    "WA-LOG-S-001": "LOG_READ",
    "WA-LOG-S-002": "LOGS_COMPARED",
    "WA-PARSE-I-001": "SCRIPT_INVALID",
    "WA-PARSE-S-001": "SCRIPT_PARSED",
    "WA-READ-E-001": "READ_FAILED",
    "WA-READ-I-001": "NOT_A_DIRECTORY",
    "WA-READ-I-002": "NOT_A_FILE",
    "WA-READ-I-003": "FILE_TOO_LARGE",
    "WA-READ-I-004": "RANGE_OUTSIDE_FILE",
    "WA-READ-S-001": "DIRECTORY_LISTED",
    "WA-READ-S-002": "TREE_LISTED",
    "WA-READ-S-003": "FILE_READ",
    "WA-READ-S-004": "FILES_READ",
    "WA-READ-S-005": "TEXT_FOUND",
    "WA-READ-S-006": "FILES_FOUND",
    "WA-READ-S-007": "REFERENCES_FOUND",
    "WA-RES-E-001": "VISIBILITY_CAPACITY_EXCEEDED",
    "WA-RES-I-001": "PATH_NOT_FOUND",
    "WA-RES-I-002": "REFERENCE_UNKNOWN",
    "WA-RES-S-001": "ADDRESS_RESOLVED",
    "WA-SYS-I-001": "MODE_NOT_INITIALISED",
    "WA-VAL-I-001": "TARGET_NOT_IN_MOD",
    "WA-VAL-S-001": "MOD_VALIDATED",
    "WA-WRITE-I-001": "CONTENT_DIFFERS",
    "WA-WRITE-I-002": "TEXT_COUNT_DIFFERS",
    "WA-WRITE-I-003": "TARGET_EXISTS",
    "WA-WRITE-I-004": "TARGET_IS_LINK",
    "WA-WRITE-I-005": "TARGET_READ_ONLY",
    "WA-WRITE-I-006": "ENCODING_CANNOT_HOLD",
    "WA-WRITE-I-007": "TARGET_BUSY",
    "WA-WRITE-I-008": "NOT_TEXT",
    "WA-WRITE-I-009": "FOLDER_NOT_EMPTY",
    "WA-WRITE-I-010": "FOLDER_NOT_MOVABLE",
    "WA-WRITE-I-011": "FOLDER_TOO_LARGE",
    "WA-WRITE-I-012": "OTHER_DISK",
}
