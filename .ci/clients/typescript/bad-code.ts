// Handles a code that does not exist. It must not type-check.
import { type Envelope } from "../../../bindings/typescript/replies.js";

export function detail(envelope: Envelope): string {
  switch (envelope.code) {
    case "WA-RES-I-998":
      return "there is no such code";
    default:
      return "";
  }
}
