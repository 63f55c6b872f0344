// Forgets that policy may refuse. It must not type-check.
import { assertNever, type Envelope } from "../../../bindings/typescript/replies.js";

export function next(envelope: Envelope): string {
  switch (envelope.reply_type) {
    case "S":
    case "I":
    case "E":
      return "";
    default:
      return assertNever(envelope);
  }
}
