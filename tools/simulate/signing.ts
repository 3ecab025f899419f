/** Submissions: signed entries, or requests and opinions for which the server signs an entry. */
import {
  type Binding,
  bindingText,
  type ContractId,
  chainJson,
  type Signer,
  sha256Hex,
  signEntry,
  signOpinion,
  termsJson,
} from "@bazaar/kernel";
import type { Submission } from "@bazaar/market";
import { signedRequest } from "@bazaar/testkit";
import type { Keys } from "./keys.ts";
import type { ActMove } from "./move.ts";
import type { World } from "./world.ts";

/** Null where there is nothing to sign: no such contract has been posted. */
export function submissionOf(world: World, move: ActMove): Submission | null {
  const signer = world.keys.signer(move.who);
  if (move.type === "post") {
    const plan = world.cast.plans[move.contract];
    if (plan === undefined) return null;
    const act = { type: "post", data: { terms: termsJson(plan.terms) } };
    const entry = signEntry(signer, world.auditor.chainOf(undefined), act, world.nowMs);
    return { entry, contract: null };
  }
  const contract = world.posted.get(move.contract);
  if (contract === undefined) return null;
  switch (move.signing) {
    case "request":
      return requestSubmission(world, move, contract);
    case "opinion":
    case "altered opinion":
    case "moved opinion":
      return opinionSubmission(world, move, contract);
    default:
      return entrySubmission(world, move, contract);
  }
}

function entrySubmission(world: World, move: ActMove, contract: ContractId): Submission {
  const signer = world.keys.signer(move.who);
  const chain = world.auditor.chainOf(contract, move.signing === "old head" ? 1 : 0);
  // A forgery is signed with another key than it claims.
  const actual = move.signing === "forgery" ? world.keys.signer("forger") : signer;
  const entry = signEntry({ party: signer.party, sign: actual.sign }, chain, move, world.nowMs);
  return { entry, contract };
}

/** From a client that signs no entries: the server signs one, and keeps the signed request. */
function requestSubmission(
  world: World,
  { who, type, data }: ActMove,
  contract: ContractId,
): Submission {
  const path = `/contracts/${contract}/${type}`;
  const origin = signedRequest(world.keys.signer(who), path, chainJson(data), world.nowMs);
  return { type, data: { ...data, origin }, contract };
}

/** A ruling that the server puts into the chain. */
function opinionSubmission(world: World, move: ActMove, contract: ContractId): Submission {
  const { who, type, signing } = move;
  const about = signing === "moved opinion" ? sha256Hex(contract) : contract;
  const signed = signOpinion(world.keys.signer(who), about, move.data);
  const isAltered = signing === "altered opinion";
  const data = isAltered ? { ...signed, reasoning: "what the judge did not say" } : signed;
  return { type, data, contract };
}

/** Two keys say that they have one owner. */
export function bindingOf(keys: Keys, names: readonly [string, string], nowMs: number): Binding {
  const issuedAtSeconds = Math.floor(nowMs / 1_000);
  const [one, other] = names.map((name) => keys.signer(name)) as [Signer, Signer];
  const [first, second] = one.party < other.party ? [one, other] : [other, one];
  const text = bindingText(first.party, second.party, issuedAtSeconds);
  const signatures = [first.sign(text), second.sign(text)] as const;
  return { parties: [first.party, second.party], issuedAtSeconds, signatures };
}
