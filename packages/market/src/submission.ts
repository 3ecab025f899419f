/**
 * Checks before the rules: which contract a submission is about, and who signed it.
 *
 * Cheap checks come first, then signatures, then anything more expensive, because the bytes may
 * come from anyone.
 */
import {
  type Act,
  accept,
  actOf,
  appendable,
  type ChainHead,
  type ContractId,
  contractId,
  type Decision,
  EMPTY_CHAIN,
  type Entry,
  entryTexts,
  isActType,
  isJsonObject,
  isWithinDepth,
  type JsonObject,
  MAX_DATA_DEPTH,
  NO_FACTS,
  originAuthor,
  originIdentity,
  originPlace,
  type Refused,
  type Result,
  readTerms,
  refuse,
  sha256Hex,
} from "@bazaar/kernel";
import { groupProblem } from "./group-problem.ts";
import type { Needs } from "./needs.ts";
import type { Submission } from "./ports/market.ts";
import { railProblem } from "./rail-problem.ts";

export interface Opening {
  readonly id: ContractId;
  /** A post is decided before its id is known; null for other acts. */
  readonly posted: { readonly decision: Decision; readonly receivedAtMs: number } | null;
  /** Set where the signature was already checked. */
  readonly checked: CheckedAct | null;
}

/** An act whose signatures were checked. */
export interface CheckedAct {
  readonly act: Act;
  /** The canonical entry, if its author signed one. */
  readonly text: string | null;
}

/** The type and data of an act, signed by its author or by the server. */
export function saidIn(submission: Submission): Pick<Entry, "type" | "data"> {
  return "entry" in submission ? submission.entry : submission;
}

/** The contract an act is about: named, or, for a new one, the hash of its terms. */
export function openingOf(needs: Needs, submission: Submission): Result<Opening> {
  const { type, data } = saidIn(submission);
  if (!isActType(type)) {
    return refuse({ code: "malformed_entry", field: "type", problem: "expected a known act" });
  }
  const barred =
    "entry" in submission ? barredEntry(needs, submission.entry) : barredAct(submission);
  if (barred !== null) return barred;
  if (type === "post") return openingOfPost(needs, submission, data);
  return submission.contract === null
    ? refuse({ code: "unknown_contract", contract: "" })
    : accept({ id: submission.contract, posted: null, checked: null });
}

/** A new contract has no id before its terms are read, and no signature on a post needs one. */
const UNKNOWN = "" as ContractId;

/** Why an entry cannot be submitted, even with a valid signature. */
function barredEntry({ signer }: Needs, { author, type, data }: Entry): Refused | null {
  // Entries of the server come from the server alone, never from outside.
  if (author === signer.party) return refuse({ code: "server_only", act: type });
  if (data.origin === undefined) return null;
  const problem = "only entries that the server signs carry one";
  return refuse({ code: "malformed_entry", field: "data.origin", problem });
}

/** Acts of the server have no origin; all others must have one. */
function barredAct(submission: Exclude<Submission, { entry: Entry }>): Refused | null {
  if (!isWithinDepth(submission.data, MAX_DATA_DEPTH)) {
    const problem = `nested deeper than ${MAX_DATA_DEPTH}`;
    return refuse({ code: "malformed_entry", field: "data", problem });
  }
  const isOwn = submission.by === "server";
  if (isOwn !== (submission.data.origin !== undefined)) return null;
  const problem = isOwn ? "the server speaks for itself" : "no party has signed this act";
  return refuse({ code: "bad_origin", problem });
}

function openingOfPost(needs: Needs, submission: Submission, data: JsonObject): Result<Opening> {
  const { signer } = needs;
  const platform = isJsonObject(data.terms) ? data.terms.platform : undefined;
  if (typeof platform === "string" && platform !== signer.party) {
    const problem = `expected ${signer.party}, the key of this market`;
    return refuse({ code: "malformed_terms", field: "terms.platform", problem });
  }
  // Parsing and hashing terms is expensive: signatures first.
  const fits = "entry" in submission ? appendable(EMPTY_CHAIN, submission.entry) : accept(true);
  if (!fits.ok) return fits;
  const checked = checkAct(needs, submission, UNKNOWN, EMPTY_CHAIN);
  if (!checked.ok) return checked;
  const receivedAtMs = needs.clock.nowMs();
  const decided = needs.decide(null, checked.value.act, receivedAtMs, NO_FACTS);
  if (!decided.ok) return decided;
  const { id, terms } = decided.value.state;
  const unwanted = railProblem(needs, terms) ?? groupProblem(terms) ?? needs.reviewTerms(terms);
  if (unwanted !== null) return unwanted;
  const posted = { decision: decided.value, receivedAtMs };
  return accept({ id, posted, checked: checked.value });
}

/** The id of a contract that is about to be posted; null where its terms cannot be read. */
export function postedId(submission: Submission): ContractId | null {
  const { data } = saidIn(submission);
  const terms = readTerms(data.terms);
  return terms.ok ? contractId(terms.value) : null;
}

/** The act and its author, after checking every signature. */
export function checkAct(
  needs: Needs,
  submission: Submission,
  id: ContractId,
  chain: ChainHead,
): Result<CheckedAct> {
  if ("entry" in submission) return checkEntry(needs, submission.entry);
  const { type, data } = submission;
  const { verify, signer } = needs;
  const claim = { type, data, author: signer.party, seq: chain.seq, prevHash: chain.head };
  const act = actOf(claim, { id, platform: signer.party }, verify);
  return act.ok ? accept({ act: act.value, text: null }) : act;
}

function checkEntry({ verify }: Needs, entry: Entry): Result<CheckedAct> {
  const { type, author, data } = entry;
  const { signed, full } = entryTexts(entry);
  if (!isActType(type) || !verify(author, signed, entry.signature)) {
    return refuse({ code: "bad_signature", author });
  }
  return accept({ act: { type, by: author, data }, text: full });
}

/** The place in the chain that the author signed; null if it signed none. */
export function placeOf(submission: Submission): Pick<Entry, "seq" | "prevHash"> | null {
  if ("entry" in submission) return submission.entry;
  return originPlace(submission.data.origin ?? null);
}

/**
 * The key under which a signed message without a place counts once, through all doors. A transcript
 * with one origin in two entries would not verify.
 */
export function originKey(submission: Submission): string | null {
  if ("entry" in submission || submission.data.origin === undefined) return null;
  return `origin/${sha256Hex(originIdentity(submission.data.origin))}`;
}

/** The claimed author, not verified yet; null for the server. */
export function claimedAuthor(submission: Submission): string | null {
  if ("entry" in submission) return submission.entry.author;
  return originAuthor(submission.data.origin ?? null);
}
