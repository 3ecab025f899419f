/**
 * An older client's own entry, signed without its timestamp.
 *
 * It contains everything, including its place in the chain, and must agree with the server's entry
 * in all of it, so it is valid in one contract only: elsewhere the previous hash differs. An entry
 * signed with its timestamp is not accepted here; it goes into the chain itself.
 */
import { chainJson } from "../../canonical/chain-json.ts";
import { fields } from "../../canonical/fields.ts";
import { isJsonObject, type JsonObject } from "../../canonical/json.ts";
import type { Party } from "../../identity/party.ts";
import type { Verify } from "../../identity/verify.ts";
import { accept, type Result, refuse } from "../../refusal.ts";
import { type Entry, entryJson, parseEntry, signedText } from "../entry.ts";
import { badOrigin, given, type OriginClaim, type OriginScheme, withoutOrigin } from "./scheme.ts";

/** The `data.origin` of an entry that the server makes out of a client's. */
export function entryOrigin(entry: Entry): JsonObject {
  return { scheme: "entry", entry: entryJson(entry) };
}

export const entryScheme: OriginScheme = {
  verify: verifyEntry,
  identity: ({ entry }) => (isJsonObject(entry) ? given(entry, "signature") : null),
  author({ entry }) {
    return isJsonObject(entry) && typeof entry.author === "string" ? entry.author : null;
  },
  place({ entry }) {
    const parsed = parseEntry(entry ?? null);
    return parsed.ok ? parsed.value : null;
  },
};

function verifyEntry(origin: JsonObject, claim: OriginClaim, verify: Verify): Result<Party> {
  const read = fields(origin, "origin");
  read.onlyKnown(["scheme", "entry"]);
  const json = read.json("entry");
  if (read.problem !== null) return badOrigin(`${read.problem.field}: ${read.problem.problem}`);
  const parsed = parseEntry(json);
  if (!parsed.ok) return parsed;
  const entry = parsed.value;

  if (entry.type !== claim.type) {
    return badOrigin(`the author signed ${entry.type}, the entry says ${claim.type}`);
  }
  if (entry.seq !== claim.seq || entry.prevHash !== claim.prevHash) {
    return badOrigin(`the author signed for seq ${entry.seq} after ${entry.prevHash}`);
  }
  if (chainJson(entry.data) !== chainJson(withoutOrigin(claim.data))) {
    return badOrigin("the author signed other data");
  }
  if (verify(entry.author, signedText(entry, "undated"), entry.signature)) {
    return accept(entry.author);
  }
  return refuse({ code: "bad_signature", author: entry.author });
}
