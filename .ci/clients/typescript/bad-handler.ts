// Has a handler for a code that does not exist. It must not type-check.
import { matchCode, type Envelope } from "../../../bindings/typescript/replies.js";

export const detail = (envelope: Envelope): string => matchCode(envelope, { "WA-RES-I-998": () => "no" }, () => "");
