// Generated from the registry by `cargo reply bindings --lang typescript`; do not edit.

/** What a reply means. The set is closed. */
export type ReplyType = "S" | "I" | "D" | "E";

/** The data of a success: the tool's own. */
export type Data = Record<string, unknown>;

/** One thing wrong with a request. */
export interface Problem {
  field: string;
  problem: string;
  expected: string;
}

/** About the call. Give the trace id to a person when reporting an error. */
export interface Meta {
  trace_id: string;
  duration_ms: number;
}

/** The word for each reply type, and the agent's next step. */
export interface Meanings {
  S: { status: "success"; action: "continue" };
  I: { status: "invalid"; action: "correct_and_retry" };
  D: { status: "denied"; action: "escalate" };
  E: { status: "error"; action: "stop_and_report" };
}

/** A code of the registry that this file was generated from. */
export type KnownCode = keyof Replies;

declare const unknownCode: unique symbol;

/** A code from a newer server: a string, read with `String(code)`. No literal is one, so that a misspelt code does not type-check. */
export interface UnknownCode {
  readonly [unknownCode]: true;
  toString(): string;
}

/** Any code, open: known, or from a newer server. */
export type Code = KnownCode | UnknownCode;

/** The parameters of a known code. */
export type Params<C extends KnownCode> = Replies[C]["params"];

/** The known codes of a reply type. */
export type CodesOf<T extends ReplyType> = { [C in KnownCode]: Replies[C]["type"] extends T ? C : never }[KnownCode];

interface Shape<T extends ReplyType, C extends Code, K extends string, P> {
  readonly status: Meanings[T]["status"];
  readonly reply_type: T;
  readonly code: C;
  readonly data: P;
  readonly meta: Meta;
  /** Nothing on a success. `message` is for people: never branch on it. The parameters are `data`; `params` is gone since 0.2.0. */
  readonly error: T extends "S" ? null : { message_key: K; message: string; action: Meanings[T]["action"] };
}

/** The envelope of a known code. */
export type EnvelopeOf<C extends KnownCode> = {
  [K in C]: Shape<Replies[K]["type"], K, Replies[K]["key"], Replies[K]["params"]>;
}[C];

/** An envelope with a known code. */
export type KnownEnvelope = EnvelopeOf<KnownCode>;

/** An envelope with a code from a newer server. Its reply type still says what to do. */
export type UnknownEnvelope = { [T in ReplyType]: Shape<T, UnknownCode, string, Data> }[ReplyType];

/** Every answer of the server. */
export type Envelope = KnownEnvelope | UnknownEnvelope;

/** The envelopes of a reply type. */
export type EnvelopesOf<T extends ReplyType> = Extract<Envelope, { readonly reply_type: T }>;

/** What is not an envelope. */
export class MalformedEnvelope extends Error {
  override readonly name = "MalformedEnvelope";
}

/** Whether a code is one of the registry that this file was generated from. */
export function isKnownCode(code: string): code is KnownCode {
  return Object.prototype.hasOwnProperty.call(KEYS, code);
}

/** Whether an envelope has a known code; then its code tells its parameters. */
export function isKnown(envelope: Envelope): envelope is KnownEnvelope {
  return isKnownCode(String(envelope.code));
}

/** Reads an answer of the server. A code from a newer server is kept; only what is not an envelope at all throws. */
export function parseEnvelope(value: unknown): Envelope {
  const fields = isObject(value) ? value : fail("not an object");
  const letter = fields["reply_type"];
  if (letter !== "S" && letter !== "I" && letter !== "D" && letter !== "E") fail("no reply type");
  if (typeof fields["code"] !== "string") fail("no code");
  if (!isObject(fields["data"])) fail("no data");
  if (!isObject(fields["meta"]) || typeof fields["meta"]["trace_id"] !== "string") fail("no trace id");
  if (letter === "S" ? fields["error"] !== null : !isObject(fields["error"])) fail("error does not fit the reply type");
  return value as Envelope;
}

/** Closes an exhaustive `switch`: does not type-check while a case is missing. */
export function assertNever(value: never): never {
  throw new MalformedEnvelope(`not handled: ${JSON.stringify(value)}`);
}

/** One handler for each reply type; forgetting one does not type-check. */
export function matchType<R>(envelope: Envelope, on: { [T in ReplyType]: (envelope: EnvelopesOf<T>) => R }): R {
  switch (envelope.reply_type) {
    case "S":
      return on.S(envelope);
    case "I":
      return on.I(envelope);
    case "D":
      return on.D(envelope);
    case "E":
      return on.E(envelope);
    default:
      return assertNever(envelope);
  }
}

/** Handlers for some codes, and one for the rest; a code that does not exist does not type-check. */
export function matchCode<R>(
  envelope: Envelope,
  on: { [C in KnownCode]?: (envelope: EnvelopeOf<C>) => R },
  otherwise: (envelope: Envelope) => R,
): R {
  const handler = isKnown(envelope) ? (on[envelope.code] as ((envelope: Envelope) => R) | undefined) : undefined;
  return handler === undefined ? otherwise(envelope) : handler(envelope);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fail(why: string): never {
  throw new MalformedEnvelope(`not an envelope: ${why}`);
}

/** What each known code carries. A success carries the tool's own data. */
export interface Replies {
  /** A contract needs the journal. */
  "CT-GATE-E-001": { type: "E"; key: "CONTRACT_NOT_RECORDED"; params: Record<string, never> };
  /** A contract request has mistakes. */
  "CT-GATE-I-001": { type: "I"; key: "CONTRACT_INVALID"; params: { problems: Problem[] } };
  /** No such contract in this state. */
  "CT-GATE-I-002": { type: "I"; key: "CONTRACT_UNKNOWN"; params: { contract: string; needed: string } };
  /** The session already has an open contract. */
  "CT-GATE-I-003": { type: "I"; key: "CONTRACT_ALREADY_OPEN"; params: { contract: string; scope: string; tool: string; command: string } };
  /** A contract is open. */
  "CT-GATE-S-001": { type: "S"; key: "CONTRACT_OPENED"; params: Data };
  /** A contract is closed. */
  "CT-GATE-S-002": { type: "S"; key: "CONTRACT_CLOSED"; params: Data };
  /** A contract request is valid. */
  "CT-GATE-S-003": { type: "S"; key: "CONTRACT_VALID"; params: Data };
  /** The contracts of the session. */
  "CT-GATE-S-004": { type: "S"; key: "CONTRACTS_LISTED"; params: Data };
  /** A person refused the change. */
  "EN-GATE-D-001": { type: "D"; key: "APPROVAL_REFUSED"; params: { target: string; operation: string } };
  /** Too many requests wait for a person. */
  "EN-GATE-D-002": { type: "D"; key: "TOO_MANY_WAITING"; params: { operation: string; target: string; waiting: number } };
  /** The journal cannot be written, so nothing was changed. */
  "EN-LOG-E-001": { type: "E"; key: "JOURNAL_UNAVAILABLE"; params: { target: string } };
  /** The request could not be stored, so nothing was changed. */
  "EN-LOG-E-002": { type: "E"; key: "REQUEST_NOT_KEPT"; params: { target: string } };
  /** Policy denies this absolutely. */
  "EN-WRITE-D-001": { type: "D"; key: "WRITE_DENIED"; params: { target: string; operation: string; mode: string; zone: string } };
  /** The open contract does not cover this. */
  "EN-WRITE-D-002": { type: "D"; key: "OUTSIDE_CONTRACT"; params: { target: string; operation: string; contract: string; tool: string; first: string; then: string; scope: string } };
  /** The change needs a contract. */
  "EN-WRITE-D-003": { type: "D"; key: "CONTRACT_REQUIRED"; params: { target: string; operation: string; tool: string; command: string; scope: string } };
  /** A person must approve this. */
  "EN-WRITE-D-004": { type: "D"; key: "TOKEN_REQUIRED"; params: { target: string; operation: string; request: string; person_runs: string } };
  /** No rule permits this change. */
  "EN-WRITE-D-005": { type: "D"; key: "NO_RULE"; params: { target: string; operation: string; mode: string } };
  /** The change was made in another world. */
  "EN-WRITE-D-006": { type: "D"; key: "UNDO_OTHER_WORLD"; params: { target: string } };
  /** The file is not what the change left there. */
  "EN-WRITE-D-007": { type: "D"; key: "UNDO_WOULD_LOSE_WORK"; params: { target: string; operation: string } };
  /** No single contract covers both ends of a rename. */
  "EN-WRITE-D-008": { type: "D"; key: "TWO_CONTRACTS"; params: { target: string; destination: string; tool: string; first_scope: string; then_scope: string } };
  /** The system could not carry out a permitted change. */
  "EN-WRITE-E-001": { type: "E"; key: "WRITE_FAILED"; params: { target: string; operation: string } };
  /** The file now holds the new content. */
  "EN-WRITE-S-001": { type: "S"; key: "FILE_WRITTEN"; params: Data };
  /** The file is gone. */
  "EN-WRITE-S-002": { type: "S"; key: "FILE_DELETED"; params: Data };
  /** The file has its new name. */
  "EN-WRITE-S-003": { type: "S"; key: "FILE_RENAMED"; params: Data };
  /** A dry run: the change would be made. */
  "EN-WRITE-S-004": { type: "S"; key: "CHANGE_PERMITTED"; params: Data };
  /** The folder is gone, with everything that was in it. */
  "EN-WRITE-S-005": { type: "S"; key: "FOLDER_DELETED"; params: Data };
  /** The folder has its new name, with everything in it. */
  "EN-WRITE-S-006": { type: "S"; key: "FOLDER_RENAMED"; params: Data };
  /** A folder that was deleted is back, with everything that was in it. */
  "EN-WRITE-S-007": { type: "S"; key: "FOLDER_RESTORED"; params: Data };
  /** The mod is there: its folder, its descriptor and the launcher's file. */
  "EN-WRITE-S-008": { type: "S"; key: "MOD_CREATED"; params: Data };
  /** The operator does not offer this mode. */
  "MCP-CFG-I-001": { type: "I"; key: "MODE_NOT_OFFERED"; params: { mode: string; offered: string[] } };
  /** The session handle is not known. */
  "MCP-CFG-I-002": { type: "I"; key: "SESSION_UNKNOWN"; params: { session: string } };
  /** Name a session. */
  "MCP-CFG-I-003": { type: "I"; key: "SESSION_REQUIRED"; params: Record<string, never> };
  /** The operator does not offer this playset. */
  "MCP-CFG-I-004": { type: "I"; key: "PLAYSET_NOT_OFFERED"; params: { playset: string; offered: string[]; unlisted: number } };
  /** The operator has configured no deep validator. */
  "MCP-CFG-I-005": { type: "I"; key: "VALIDATOR_NOT_CONFIGURED"; params: { expected: string } };
  /** The session as it is. */
  "MCP-CFG-S-001": { type: "S"; key: "SESSION_STATUS"; params: Data };
  /** The session has a mode. */
  "MCP-CFG-S-002": { type: "S"; key: "SESSION_INITIALISED"; params: Data };
  /** The session has another playset. */
  "MCP-CFG-S-003": { type: "S"; key: "PLAYSET_SELECTED"; params: Data };
  /** The index of definitions is not ready yet. */
  "MCP-DB-I-001": { type: "I"; key: "INDEX_BUILDING"; params: { done: number; total: number; retry_after_ms: number } };
  /** The deep validator failed, or exceeded its limits. */
  "MCP-EXEC-E-001": { type: "E"; key: "VALIDATOR_FAILED"; params: { reason: string } };
  /** A panic, a timeout or a bug. */
  "MCP-SYS-E-001": { type: "E"; key: "CRASH"; params: Record<string, never> };
  /** The leak gate stopped a reply. */
  "MCP-SYS-E-002": { type: "E"; key: "LEAK_PREVENTED"; params: Record<string, never> };
  /** Too many calls at once. */
  "MCP-SYS-E-003": { type: "E"; key: "OVERLOADED"; params: Record<string, never> };
  /** A home is a visible root. */
  "MCP-SYS-I-001": { type: "I"; key: "NOT_A_HOME"; params: { input: string; possible: string[] } };
  /** No such code. */
  "MCP-SYS-I-002": { type: "I"; key: "CODE_UNKNOWN"; params: { input: string; nearest: string[] } };
  /** The session's home. */
  "MCP-SYS-S-001": { type: "S"; key: "HOME"; params: Data };
  /** The session has a new home. */
  "MCP-SYS-S-002": { type: "S"; key: "HOME_CHANGED"; params: Data };
  /** What a code means. */
  "MCP-SYS-S-003": { type: "S"; key: "CODE_EXPLAINED"; params: Data };
  /** Arguments of the wrong shape. */
  "MCP-VAL-I-001": { type: "I"; key: "BAD_ARGUMENTS"; params: { problems: Problem[] } };
  /** No visible file defines this key. */
  "WA-DB-I-001": { type: "I"; key: "OBJECT_UNKNOWN"; params: { key: string; folder: string; searched: number; nearest: string[]; unreadable: number } };
  /** No visible source has this folder, file or language. */
  "WA-DB-I-002": { type: "I"; key: "NOT_IN_PLAYSET"; params: { kind: string; name: string; nearest: string[] } };
  /** The definitions of a key, and which of them is in force. */
  "WA-DB-S-001": { type: "S"; key: "OBJECTS_JUDGED"; params: Data };
  /** Files in load order, and which of them the game reads. */
  "WA-DB-S-002": { type: "S"; key: "FILES_JUDGED"; params: Data };
  /** Keys and files that several sources have, or that would change. */
  "WA-DB-S-003": { type: "S"; key: "CONFLICTS_LISTED"; params: Data };
  /** An on_action after all files that define it. */
  "WA-DB-S-004": { type: "S"; key: "ON_ACTION_MERGED"; params: Data };
  /** Where a new definition must lie to win. */
  "WA-DB-S-005": { type: "S"; key: "PATCH_PLACED"; params: Data };
  /** The keys that begin with a text, and which definition of each is in force. */
  "WA-DB-S-006": { type: "S"; key: "SYMBOLS_FOUND"; params: Data };
  /** Another program holds the file, or one in the folder, open and does not share it. */
  "WA-IO-I-001": { type: "I"; key: "FILE_IN_USE"; params: { target: string } };
  /** The game's logs are not there. */
  "WA-LOG-I-001": { type: "I"; key: "LOG_NOT_FOUND"; params: { wanted: string[]; reason: string; expected: string } };
  /** The cursor is not one of these logs. */
  "WA-LOG-I-002": { type: "I"; key: "LOG_CURSOR_UNKNOWN"; params: { argument: string; cursor: string; reason: string; expected: string } };
  /** The game's log messages, grouped and counted. */
  "WA-LOG-S-001": { type: "S"; key: "LOG_READ"; params: Data };
  /** What the game says it loaded, compared with what the lens says. */
  "WA-LOG-S-002": { type: "S"; key: "LOGS_COMPARED"; params: Data };
  /** A script or localization file has syntax errors. */
  "WA-PARSE-I-001": { type: "I"; key: "SCRIPT_INVALID"; params: { target: string; problems: Problem[]; total: number } };
  /** Files were parsed. */
  "WA-PARSE-S-001": { type: "S"; key: "SCRIPT_PARSED"; params: Data };
  /** The system could not read what is there. */
  "WA-READ-E-001": { type: "E"; key: "READ_FAILED"; params: { target: string } };
  /** A directory was needed and something else is there. */
  "WA-READ-I-001": { type: "I"; key: "NOT_A_DIRECTORY"; params: { target: string; kind: string } };
  /** A regular file was needed and something else is there. */
  "WA-READ-I-002": { type: "I"; key: "NOT_A_FILE"; params: { target: string; kind: string } };
  /** The file is larger than one answer may be. */
  "WA-READ-I-003": { type: "I"; key: "FILE_TOO_LARGE"; params: { target: string; size: number; limit: number } };
  /** The lines asked for are not in the file. */
  "WA-READ-I-004": { type: "I"; key: "RANGE_OUTSIDE_FILE"; params: { target: string; lines: number; first: number } };
  /** The children of a directory. */
  "WA-READ-S-001": { type: "S"; key: "DIRECTORY_LISTED"; params: Data };
  /** The directories below a directory. */
  "WA-READ-S-002": { type: "S"; key: "TREE_LISTED"; params: Data };
  /** The content of a file. */
  "WA-READ-S-003": { type: "S"; key: "FILE_READ"; params: Data };
  /** The contents of several files. */
  "WA-READ-S-004": { type: "S"; key: "FILES_READ"; params: Data };
  /** The lines that hold a text, in load order. */
  "WA-READ-S-005": { type: "S"; key: "TEXT_FOUND"; params: Data };
  /** The files whose names fit, in load order. */
  "WA-READ-S-006": { type: "S"; key: "FILES_FOUND"; params: Data };
  /** The lines of script and localization that name a key, in load order, definitions apart from uses. */
  "WA-READ-S-007": { type: "S"; key: "REFERENCES_FOUND"; params: Data };
  /** The process has handed out as many references as it can hold. */
  "WA-RES-E-001": { type: "E"; key: "VISIBILITY_CAPACITY_EXCEEDED"; params: Record<string, never> };
  /** The address is malformed, or names nothing visible. */
  "WA-RES-I-001": { type: "I"; key: "PATH_NOT_FOUND"; params: { input: string; problem: string; expected: string; nearest: string[]; also: string[] } };
  /** A reference from another process or time. */
  "WA-RES-I-002": { type: "I"; key: "REFERENCE_UNKNOWN"; params: { target: string } };
  /** The address names a visible place. */
  "WA-RES-S-001": { type: "S"; key: "ADDRESS_RESOLVED"; params: Data };
  /** The session has no mode yet. */
  "WA-SYS-I-001": { type: "I"; key: "MODE_NOT_INITIALISED"; params: Record<string, never> };
  /** A deep check needs a mod. */
  "WA-VAL-I-001": { type: "I"; key: "TARGET_NOT_IN_MOD"; params: { target: string; nearest: string[] } };
  /** What the deep validator found in a mod. */
  "WA-VAL-S-001": { type: "S"; key: "MOD_VALIDATED"; params: Data };
  /** The file changed since it was read. */
  "WA-WRITE-I-001": { type: "I"; key: "CONTENT_DIFFERS"; params: { target: string; found: string; expected: string } };
  /** An exact replacement does not match as often as stated. */
  "WA-WRITE-I-002": { type: "I"; key: "TEXT_COUNT_DIFFERS"; params: { target: string; found: number; expected: number; lines: number[]; nearest: string[] } };
  /** A rename would overwrite something. */
  "WA-WRITE-I-003": { type: "I"; key: "TARGET_EXISTS"; params: { target: string } };
  /** A name that is a link was to be deleted or renamed. */
  "WA-WRITE-I-004": { type: "I"; key: "TARGET_IS_LINK"; params: { target: string; leads_to: string } };
  /** The file is marked read-only. */
  "WA-WRITE-I-005": { type: "I"; key: "TARGET_READ_ONLY"; params: { target: string } };
  /** The new text does not fit the encoding of the file. */
  "WA-WRITE-I-006": { type: "I"; key: "ENCODING_CANNOT_HOLD"; params: { target: string; encoding: string; character: string; line: number } };
  /** Another change in the target's directory is being made, by this server or by another process. */
  "WA-WRITE-I-007": { type: "I"; key: "TARGET_BUSY"; params: { target: string } };
  /** The file is binary, or in an encoding that is not supported. */
  "WA-WRITE-I-008": { type: "I"; key: "NOT_TEXT"; params: { target: string } };
  /** A folder that is not empty was to be deleted. */
  "WA-WRITE-I-009": { type: "I"; key: "FOLDER_NOT_EMPTY"; params: { target: string; files: number; folders: number; bytes: number; argument: string } };
  /** The folder cannot be removed as a whole. */
  "WA-WRITE-I-010": { type: "I"; key: "FOLDER_NOT_MOVABLE"; params: { target: string; problem: string } };
  /** The folder is larger than an undo can restore. */
  "WA-WRITE-I-011": { type: "I"; key: "FOLDER_TOO_LARGE"; params: { target: string; entries: number; bytes: number; max_entries: number; max_bytes: number } };
  /** The new name lies on another disk. */
  "WA-WRITE-I-012": { type: "I"; key: "OTHER_DISK"; params: { target: string; destination: string } };
}

/** Every known code with its key. */
export const KEYS: { readonly [C in KnownCode]: Replies[C]["key"] } = {
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
};
