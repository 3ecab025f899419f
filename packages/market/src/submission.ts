/**
 * What comes in, which contract it is about, and on whose authority it stands: everything that is
 * asked before the rules are.
 *
 * Looks that cost nothing come first, signatures next, and only then anything dearer, because
 * every one of these bytes may come from a stranger.
 */
import {
  type Act,
  accept,
  actOf,
  appendable,
  type ChainHead,
  type ContractId,
  chainJson,
  contractId,
  EMPTY_CHAIN,
  type Entry,
  isActType,
  isJsonObject,
  type JsonObject,
  parseEntry,
  parseTerms,
  type Refused,
  type Result,
  refuse,
  sha256Hex,
  signedText,
} from "@bazaar/kernel";
import type { Needs } from "./needs.ts";

/** What comes in: an entry its author signed, or something the server signs. */
export type Submission =
  | { readonly entry: Entry; readonly contract: ContractId | null }
  | {
      /** A party's act that came with its own signature in `data.origin`, or the server's own. */
      readonly type: string;
      readonly data: JsonObject;
      readonly contract: ContractId | null;
    };

export interface Opening {
  readonly id: ContractId;
  readonly isPost: boolean;
  /** Known already where a signature had to be checked to get here. */
  readonly act: Act | null;
}

/** The contract an act is about: named, or, for a new one, the hash of its terms. */
export function openingOf(needs: Needs, submission: Submission): Result<Opening> {
  const { type, data } = "entry" in submission ? submission.entry : submission;
  if (!isActType(type)) {
    return refuse({ code: "malformed_entry", field: "type", problem: "expected a known act" });
  }
  const barred = "entry" in submission ? barredEntry(needs, submission.entry) : null;
  if (barred !== null) return barred;
  if (type === "post") return openingOfPost(needs, submission, data);
  return submission.contract === null
    ? refuse({ code: "unknown_contract", contract: "" })
    : accept({ id: submission.contract, isPost: false, act: null });
}

/** Entries that nobody can hand in, whoever signed them. */
function barredEntry({ signer }: Needs, { author, type, data }: Entry): Refused | null {
  // Nobody hands in an entry in the server's name, not even one it once signed.
  if (author === signer.party) return refuse({ code: "server_only", act: type });
  if (data.origin === undefined) return null;
  const problem = "only entries that the server signs carry one";
  return refuse({ code: "malformed_entry", field: "data.origin", problem });
}

function openingOfPost(needs: Needs, submission: Submission, data: JsonObject): Result<Opening> {
  const { signer } = needs;
  const platform = isJsonObject(data.terms) ? data.terms.platform : undefined;
  if (typeof platform === "string" && platform !== signer.party) {
    const problem = `expected ${signer.party}, the key of this market`;
    return refuse({ code: "malformed_terms", field: "terms.platform", problem });
  }
  let act: Act | null = null;
  if ("entry" in submission) {
    // Reading and hashing terms is the dearest thing a stranger can ask for: signatures first.
    const fits = appendable(EMPTY_CHAIN, submission.entry);
    if (!fits.ok) return fits;
    const signed = signedAct(needs, submission.entry);
    if (!signed.ok) return signed;
    act = signed.value;
  }
  const terms = parseTerms(data.terms);
  if (!terms.ok) return terms;
  return accept({ id: contractId(terms.value), isPost: true, act });
}

/** Whose act it is, after checking every signature it rests on. */
export function authorOf(
  needs: Needs,
  submission: Submission,
  id: ContractId,
  chain: ChainHead,
): Result<Act> {
  if ("entry" in submission) return signedAct(needs, submission.entry);
  const { type, data } = submission;
  const { verify, signer } = needs;
  const claim = { type, data, author: signer.party, seq: chain.seq, prevHash: chain.head };
  return actOf(claim, { id, platform: signer.party }, verify);
}

function signedAct({ verify }: Needs, entry: Entry): Result<Act> {
  const { type, author, data } = entry;
  if (!isActType(type) || !verify(author, signedText(entry), entry.signature)) {
    return refuse({ code: "bad_signature", author });
  }
  return accept({ type, by: author, data });
}

/** Where in the chain the author put its act; null where what was signed names no place. */
export function placeOf(submission: Submission): Pick<Entry, "seq" | "prevHash"> | null {
  if ("entry" in submission) return submission.entry;
  const { origin } = submission.data;
  if (!isJsonObject(origin) || origin.scheme !== "entry" || origin.entry === undefined) return null;
  const entry = parseEntry(origin.entry);
  return entry.ok ? entry.value : null;
}

/**
 * The key under which a signed message without a place counts once, whatever door it came by. A
 * transcript with one origin behind two entries would not verify.
 */
export function originKey(submission: Submission): string | null {
  if ("entry" in submission || submission.data.origin === undefined) return null;
  return `origin/${sha256Hex(chainJson(submission.data.origin))}`;
}
