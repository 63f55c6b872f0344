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
