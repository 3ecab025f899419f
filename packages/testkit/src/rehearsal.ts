/**
 * A contract played by the kernel alone: every act is decided and signed as the market would, and
 * comes back as a write that any store must take.
 */
import {
  type Act,
  type ChainHead,
  type ContractId,
  type ContractState,
  contractAlias,
  contractId,
  type Decision,
  decide,
  EMPTY_CHAIN,
  entryHash,
  invariant,
  isActType,
  type JsonObject,
  type Signer,
  signEntry,
  type Terms,
  termsJson,
} from "@bazaar/kernel";
import type { Step, Write } from "@bazaar/market/ports";
import { AGENT, PRINCIPAL, SERVER, sampleTerms } from "./sample-terms.ts";

/** A write that certainly has a step. */
export type ActWrite = Write & { readonly step: Step };

export class Rehearsal {
  readonly terms: Terms;
  readonly id: ContractId;
  nowMs = 1_700_000_000_000;
  state: ContractState | null = null;
  chain: ChainHead = EMPTY_CHAIN;
  /** As the store counts them; whoever has legs signed says so here. */
  signedLegs = 0;

  constructor(terms: Terms) {
    this.terms = terms;
    this.id = contractId(terms);
  }

  /** What an act would write, without going on from it. */
  draft(author: Signer, type: string, data: JsonObject = {}): ActWrite {
    invariant(isActType(type), `${type} is no act`);
    const by = author.party === this.terms.platform ? "server" : author.party;
    const { state, tasks, holds, legs } = this.#decide({ type, by, data });
    const entry = signEntry(author, this.chain, { type, data }, this.nowMs);
    const at = { expectedSeq: this.chain.seq, expectedSignedLegs: this.signedLegs };
    const step = { ...at, entry, hash: entryHash(entry), receivedAtMs: this.nowMs };
    return {
      contract: this.id,
      step: { ...step, state, tasks, holds },
      legs,
      alias: this.state === null ? contractAlias(this.id) : null,
      once: null,
    };
  }

  /** What an act writes; the next one follows it. */
  play(author: Signer, type: string, data: JsonObject = {}): ActWrite {
    const write = this.draft(author, type, data);
    this.state = write.step.state;
    this.chain = { head: write.step.hash, seq: this.chain.seq + 1 };
    return write;
  }

  post(): ActWrite {
    return this.play(PRINCIPAL, "post", { terms: termsJson(this.terms) });
  }

  #decide(act: Act): Decision {
    const decided = decide(this.state, act, this.nowMs);
    invariant(decided.ok, `${act.type} is refused: ${JSON.stringify(decided)}`);
    return decided.value;
  }
}

/** A contract of its own for every number. */
export function rehearse(
  number: number,
  changes: Parameters<typeof sampleTerms>[0] = {},
): Rehearsal {
  const nonce = number.toString(16).padStart(64, "0");
  return new Rehearsal(sampleTerms({ nonce, ...changes }));
}

/** From `post` to an accepted fix, where nothing slow is to be waited for. */
export function fulfilled(rehearsal: Rehearsal): readonly ActWrite[] {
  return [
    rehearsal.post(),
    rehearsal.play(AGENT, "bond"),
    rehearsal.play(AGENT, "accept"),
    rehearsal.play(AGENT, "fix", { fix: "make -j1 test", explanation: "a race in the build" }),
    rehearsal.play(PRINCIPAL, "verify", { success: true }),
  ];
}

/** The last word of the server on an ended contract. */
export function settledBy(rehearsal: Rehearsal): ActWrite {
  return rehearsal.play(SERVER, "settled", { legs: [] });
}
