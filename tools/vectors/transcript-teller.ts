/** Stories with real keys, and entries that no honest market would write. */
import {
  type ActType,
  type ChainHead,
  type CourtTerms,
  chainJson,
  contractAlias,
  contractId,
  decide,
  EMPTY_CHAIN,
  entryHash,
  entryOrigin,
  invariant,
  type JsonObject,
  parseTerms,
  type Signer,
  signEntry,
  signedText,
  signOpinion,
  TIERS,
  type Transcript,
  termsJson,
  timeoutAct,
} from "@bazaar/kernel";
import { signer } from "@bazaar/keys";
import { Story, sampleData, sampleTerms, signedRequest } from "@bazaar/testkit";

export const PRINCIPAL = signer("01".repeat(32));
export const AGENT = signer("02".repeat(32));
export const SERVER = signer("03".repeat(32));
export const JUDGE = signer("04".repeat(32));
export const RIVAL = signer("05".repeat(32));

export class Told extends Story {
  /** The server writes what the silence means, one millisecond after the deadline. */
  override lapse(): this {
    this.waitForDeadline().nowMs += 1;
    const { type, data } = timeoutAct(this.state);
    return this.act(SERVER, type, data);
  }

  /** The server signs for a client that signs requests. The entry says what the body says. */
  request(by: Signer, type: ActType, word: string, body: JsonObject, data = body): this {
    const path = `/contracts/${contractAlias(contractId(this.terms))}/${word}`;
    const origin = signedRequest(by, path, chainJson(body), this.nowMs);
    return this.relay(by, type, { ...data, origin });
  }

  /** The server signs for an older client, whose own entry leaves its timestamp unsigned. */
  undated(by: Signer, type: ActType, data: JsonObject): this {
    const { seq, head: prevHash } = headOf(this.transcript());
    const timestamp = BigInt(Math.floor(this.nowMs / 1_000));
    const unsigned = { type, data, seq, author: by.party, prevHash, timestamp };
    const signature = by.sign(signedText(unsigned, "undated"));
    return this.relay(by, type, { ...data, origin: entryOrigin({ ...unsigned, signature }) });
  }

  /** The server signs for an external judge. */
  opinion(by: Signer, outcome: string): this {
    const said = { ...sampleData("ruling", this.state), outcome };
    return this.relay(by, "ruling", signOpinion(by, contractId(this.terms), said));
  }

  relay(by: Signer, type: ActType, data: JsonObject): this {
    const state = this.isPosted ? this.state : null;
    const decided = decide(state, { type, by: by.party, data }, this.nowMs);
    invariant(decided.ok, `${type} was refused: ${decided.ok || JSON.stringify(decided.refusal)}`);
    const entry = signEntry(SERVER, headOf(this.transcript()), { type, data }, this.nowMs);
    return this.keep({ decision: decided.value, entry, hash: entryHash(entry) });
  }
}

function headOf({ entries }: Transcript): ChainHead {
  const last = entries.at(-1);
  return last === undefined ? EMPTY_CHAIN : { head: entryHash(last), seq: entries.length };
}

/** The transcript with one more entry, validly signed, that no rule has checked. */
export function withEntry(
  transcript: Transcript,
  by: Signer,
  act: { readonly type: string; readonly data: JsonObject },
  afterMs: number,
): Transcript {
  const atMs = (transcript.receivedAt.at(-1) ?? 0) + afterMs;
  const entry = signEntry(by, headOf(transcript), act, atMs);
  return {
    ...transcript,
    entries: [...transcript.entries, entry],
    receivedAt: [...transcript.receivedAt, atMs],
  };
}

/** All three tiers, before this judge. */
export function courtOf({ party }: Signer): CourtTerms {
  return { kind: "tiered", judge: party, tiers: TIERS };
}

type Changes = NonNullable<Parameters<typeof sampleTerms>[0]>;

/** The parties of the vectors in place of the toys'. */
export function termsOf(changes: Changes = {}): ReturnType<typeof sampleTerms> {
  const terms = sampleTerms({
    principal: PRINCIPAL.party,
    platform: SERVER.party,
    court: courtOf(SERVER),
    ...changes,
  });
  invariant(parseTerms(termsJson(terms)).ok, "the terms of a vector can be read");
  return terms;
}

export function told(changes: Changes = {}): Told {
  return new Told(termsOf(changes)).act(PRINCIPAL, "post");
}

/** The agent contests a failure, and the market is asked to run the check again. */
export function contestedCheck(nonce: string): Told {
  const work = { kind: "run", spec: { command: "make test" } } as const;
  return told({ work, rules: { maxAttempts: 1 }, nonce })
    .act(AGENT, "bond")
    .act(AGENT, "accept")
    .act(AGENT, "fix")
    .act(PRINCIPAL, "verify", { success: false, evidence: { exit_code: 2n } })
    .act(AGENT, "dispute_filed")
    .act(PRINCIPAL, "dispute_response");
}

/** A transcript that must be refused. */
export interface Broken {
  readonly name: string;
  readonly transcript: JsonObject;
  /** The code, where it is reported, and the refusal behind it, if there is one. */
  readonly code: string;
  readonly seq: number | null;
  readonly because: string | null;
}

/** Reported at this entry, for this reason of the rules if there is one. */
export function at(
  seq: number,
  because: string | null = null,
): Pick<Broken, "code" | "seq" | "because"> {
  return { code: "broken_chain", seq, because };
}
