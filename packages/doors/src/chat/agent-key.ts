/**
 * The keys of agents: Ed25519, as PEM. An agent's id is made from the text as it was sent, so the same
 * key in another layout is another agent.
 */
import { hash } from "node:crypto";
import { fixParty, isPemOf, type Party, type Verify } from "@bazaar/kernel";
import type { AgentKey } from "@bazaar/market/ports";

const BEGINNING = "-----BEGIN PUBLIC KEY-----";
const PRIVATE = /PRIVATE KEY/;
/** The text needs 113 characters; clients may wrap it. */
const MAX_TEXT = 1_000;
const ID_DIGITS = 16;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** 64 bytes in base64, padded. */
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/;

export type KeyProblem = "private" | "unreadable";

/** The key of a PEM text, or what is wrong with it. */
export function readKey(text: unknown): AgentKey | KeyProblem {
  if (typeof text !== "string") return "unreadable";
  if (PRIVATE.test(text)) return "private";
  if (text.length > MAX_TEXT || !text.startsWith(BEGINNING)) return "unreadable";
  const [, body = ""] = text.split("-----").filter((part) => part.trim() !== "");
  const hex = Buffer.from(body, "base64").subarray(-KEY_BYTES).toString("hex");
  const party = fixParty(hex);
  if (!party.ok || !isPemOf(party.value, text)) return "unreadable";
  return { text, party: party.value };
}

export function idOfKey(text: string): string {
  return hash("sha256", text, "hex").slice(0, ID_DIGITS);
}

/** Whether the party signed the text; a signature is standard base64. */
export function isSignedBy(verify: Verify, party: Party, text: string, signature: string): boolean {
  if (!SIGNATURE.test(signature)) return false;
  const bytes = Buffer.from(signature, "base64");
  return bytes.length === SIGNATURE_BYTES && verify(party, text, bytes.toString("hex"));
}
