/**
 * A ruling of a judge that is not the server.
 *
 * The signature covers the contract and the ruling, but no place in the chain, because talk can
 * move the head meanwhile. Whether the signer is the judge of this contract is checked by the
 * rules.
 */
import { fields } from "../../canonical/fields.ts";
import type { JsonObject } from "../../canonical/json.ts";
import { opinionText } from "../../court/opinion.ts";
import type { Party } from "../../identity/party.ts";
import type { Verify } from "../../identity/verify.ts";
import { accept, type Result, refuse } from "../../refusal.ts";
import { badOrigin, given, type OriginClaim, type OriginScheme } from "./scheme.ts";

export const opinionScheme: OriginScheme = {
  verify: verifyOpinion,
  identity: (origin) => given(origin, "signature"),
  author: ({ judge }) => (typeof judge === "string" ? judge : null),
};

function verifyOpinion(
  origin: JsonObject,
  { type, data, contractId }: OriginClaim,
  verify: Verify,
): Result<Party> {
  const read = fields(origin, "origin");
  read.onlyKnown(["scheme", "judge", "signature"]);
  const judge = read.party("judge");
  const signature = read.hex("signature", 128);
  if (read.problem !== null) return badOrigin(`${read.problem.field}: ${read.problem.problem}`);
  if (type !== "ruling") return badOrigin(`an opinion is a ruling, the entry says ${type}`);
  return verify(judge, opinionText(contractId, data), signature)
    ? accept(judge)
    : refuse({ code: "bad_signature", author: judge });
}
