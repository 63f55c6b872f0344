// Reads a parameter that the code does not have. It must not type-check.
import { type Envelope } from "../../../bindings/typescript/replies.js";

export const detail = (envelope: Envelope): unknown => envelope.code === "WA-RES-I-001" && envelope.data.nearst;
