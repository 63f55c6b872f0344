// A client that handles every reply type and some codes. It must type-check and run.
import { assertNever, isKnown, matchCode, matchType, parseEnvelope, type Envelope } from "../../../bindings/typescript/replies.js";

function next(envelope: Envelope): string {
  switch (envelope.reply_type) {
    case "S":
      return Object.keys(envelope.data).join();
    case "I":
      return envelope.error.action satisfies "correct_and_retry";
    case "D":
      return envelope.error.action satisfies "escalate";
    case "E":
      return `report ${envelope.meta.trace_id}`;
    default:
      return assertNever(envelope);
  }
}

function detail(envelope: Envelope): string {
  switch (envelope.code) {
    case "WA-RES-I-001":
      // The code tells the parameters.
      return envelope.data.nearest.join();
    case "WA-READ-I-003":
      return `${envelope.data.size + 1} bytes`;
    default:
      return isKnown(envelope) ? envelope.code : `unknown code ${envelope.code}`;
  }
}

const meta = { trace_id: "t", duration_ms: 1 };
const known = parseEnvelope({
  status: "invalid", reply_type: "I", code: "WA-RES-I-001",
  data: { input: "x", problem: "not_found", expected: "an address", nearest: ["a", "b"] }, meta,
  error: { message_key: "PATH_NOT_FOUND", message: "…", action: "correct_and_retry" },
});
const newer = parseEnvelope({
  status: "denied", reply_type: "D", code: "EN-WRITE-D-999", data: {}, meta,
  error: { message_key: "NEW", message: "…", action: "escalate" },
});

function expect(actual: string, expected: string): void {
  if (actual !== expected) throw new Error(`expected ${expected}, not ${actual}`);
}

expect(next(known), "correct_and_retry");
expect(detail(known), "a,b");
expect(next(newer), "escalate");
expect(detail(newer), "unknown code EN-WRITE-D-999");
expect(matchCode(newer, { "EN-WRITE-D-001": () => "denied" }, (other) => `kept ${other.code}`), "kept EN-WRITE-D-999");
expect(matchCode(known, { "WA-RES-I-001": ({ data }) => data.problem }, () => "other"), "not_found");
expect(matchType(newer, { S: () => "S", I: () => "I", D: ({ error }) => error.action, E: () => "E" }), "escalate");
for (const bad of [null, [], {}, { reply_type: "W", code: "x" }, { ...known, meta: null }]) {
  let refused = false;
  try { parseEnvelope(bad); } catch { refused = true; }
  if (!refused) throw new Error(`taken for an envelope: ${JSON.stringify(bad)}`);
}
