/**
 * From an entry to the act and its author.
 *
 * An entry that the server signs for a party counts as that party's act, if the signed message in
 * its origin agrees with it; it never counts as the server's own.
 */
import type { Act } from "../contract/act.ts";
import { isActType } from "../contract/act-rules.ts";
import type { ContractId } from "../contract/terms.ts";
import type { Party } from "../identity/party.ts";
import type { Verify } from "../identity/verify.ts";
import { accept, type Result, refuse } from "../refusal.ts";
import type { Entry } from "./entry.ts";
import { verifyOrigin } from "./origin.ts";

/** The signature of the entry itself is checked elsewhere; its origin's is checked here. */
export function actOf(
  entry: Omit<Entry, "signature" | "timestamp">,
  contract: { readonly id: ContractId; readonly platform: Party },
  verify: Verify,
): Result<Act> {
  const { type, data, author } = entry;
  if (!isActType(type)) {
    return refuse({ code: "malformed_entry", field: "type", problem: "expected a known act" });
  }
  if (author !== contract.platform) return accept({ type, by: author, data });
  const { origin } = data;
  if (origin === undefined) return accept({ type, by: "server", data });
  const { seq, prevHash } = entry;
  const claim = { type, data, seq, prevHash, contractId: contract.id };
  const party = verifyOrigin(origin, claim, verify);
  return party.ok ? accept({ type, by: party.value, data }) : party;
}
