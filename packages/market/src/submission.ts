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
  contractId,
  EMPTY_CHAIN,
  type Entry,
  isActType,
  isJsonObject,
  isWithinDepth,
  type JsonObject,
  MAX_DATA_DEPTH,
  originIdentity,
  parseEntry,
  parseTerms,
  type Refused,
  type Result,
  refuse,
  sha256Hex,
  signedText,
} from "@bazaar/kernel";
import type { Needs } from "./needs.ts";
import type { Submission } from "./ports/market.ts";

export interface Opening {
  readonly id: ContractId;
  readonly isPost: boolean;
  /** Known already where a signature had to be checked to get here. */
  readonly act: Act | null;
}

/** What an act says, whoever puts it into an entry. */
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
    : accept({ id: submission.contract, isPost: false, act: null });
}

/** A new contract has no id before its terms are read, and no signature on a post needs one. */
const UNKNOWN = "" as ContractId;

/** Entries that nobody can hand in, whoever signed them. */
function barredEntry({ signer }: Needs, { author, type, data }: Entry): Refused | null {
  // Nobody hands in an entry in the server's name, not even one it once signed.
  if (author === signer.party) return refuse({ code: "server_only", act: type });
  if (data.origin === undefined) return null;
  const problem = "only entries that the server signs carry one";
  return refuse({ code: "malformed_entry", field: "data.origin", problem });
}

/** The server's own acts have no origin, and everybody else's must. */
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
  // Reading and hashing terms is the dearest thing a stranger can ask for: signatures first.
  const fits = "entry" in submission ? appendable(EMPTY_CHAIN, submission.entry) : accept(true);
  if (!fits.ok) return fits;
  const act = authorOf(needs, submission, UNKNOWN, EMPTY_CHAIN);
  if (!act.ok) return act;
  const terms = parseTerms(data.terms);
  if (!terms.ok) return terms;
  const unwanted = needs.reviewTerms(terms.value);
  if (unwanted !== null) return unwanted;
  return accept({ id: contractId(terms.value), isPost: true, act: act.value });
}

/** The id of a contract that is about to be posted; null where its terms cannot be read. */
export function postedId(submission: Submission): ContractId | null {
  const { data } = saidIn(submission);
  const terms = parseTerms(data.terms);
  return terms.ok ? contractId(terms.value) : null;
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
  return `origin/${sha256Hex(originIdentity(submission.data.origin))}`;
}

/** Who says it is the author. Nobody has checked that yet; null is the server itself. */
export function claimedAuthor(submission: Submission): string | null {
  if ("entry" in submission) return submission.entry.author;
  const { origin } = submission.data;
  if (!isJsonObject(origin)) return null;
  const { pubkey, judge, entry } = origin;
  if (typeof pubkey === "string") return `fix_${pubkey}`;
  if (typeof judge === "string") return judge;
  return isJsonObject(entry) && typeof entry.author === "string" ? entry.author : null;
}
