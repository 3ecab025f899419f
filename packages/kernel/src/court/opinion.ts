/**
 * What a judge signs that is not the server.
 *
 * Talk can move the head before the judge has ruled, so the signed text names no place in the
 * chain. It names the contract and the question, whose number is unique in that contract, so it is
 * valid nowhere else. The server appends the entry and keeps the signature in `data.origin`.
 */
import { chainJson } from "../canonical/chain-json.ts";
import type { JsonObject } from "../canonical/json.ts";
import type { Signer } from "../identity/signer.ts";

/** The text under a judge's signature; an origin inside the data is left out. */
export function opinionText(contract: string, data: JsonObject): string {
  const { origin: _, ...said } = data;
  // No entry, request or binding can be read as this text: theirs begin otherwise.
  return chainJson({ type: "ruling", contract, data: said });
}

/** The data of a `ruling` with the judge's signature in it, ready to be handed to the server. */
export function signOpinion(signer: Signer, contract: string, data: JsonObject): JsonObject {
  const signature = signer.sign(opinionText(contract, data));
  return { ...data, origin: { scheme: "opinion", judge: signer.party, signature } };
}
