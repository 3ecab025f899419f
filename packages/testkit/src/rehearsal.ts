/** A story that returns every act as a write that any store must accept. */
import {
  type ActType,
  type ContractId,
  contractAlias,
  contractId,
  entryText,
  type JsonObject,
  type Signer,
} from "@bazaar/kernel";
import type { Step, Write } from "@bazaar/market/ports";
import { AGENT, PRINCIPAL, SERVER, sampleTerms } from "./sample-terms.ts";
import { Story, type Taken } from "./story.ts";

/** A write that certainly has a step. */
export type ActWrite = Write & { readonly step: Step };

export class Rehearsal extends Story {
  readonly id: ContractId = contractId(this.terms);
  /** As the store counts them; tests that have legs signed set it. */
  signedLegs = 0;

  /** The write of an act, without performing it. */
  draft(author: Signer, type: ActType, data?: JsonObject): ActWrite {
    return this.#writeOf(this.taken(author, type, data));
  }

  /** Performs an act and returns its write. */
  play(author: Signer, type: ActType, data?: JsonObject): ActWrite {
    const taken = this.taken(author, type, data);
    const write = this.#writeOf(taken);
    this.keep(taken);
    return write;
  }

  post(author: Signer = PRINCIPAL): ActWrite {
    return this.play(author, "post");
  }

  #writeOf({ decision: { state, tasks, holds, legs }, entry, hash }: Taken): ActWrite {
    const at = { expectedSeq: entry.seq, expectedSignedLegs: this.signedLegs };
    const text = entryText(entry);
    const step = { ...at, entry, text, hash, receivedAtMs: this.nowMs, state, tasks, holds };
    return {
      contract: this.id,
      step: { ...step, payouts: [], share: null },
      legs,
      alias: this.isPosted ? null : contractAlias(this.id),
      onceKeys: [],
    };
  }
}

/** A different contract for every number. */
export function rehearse(
  number: number,
  changes: Parameters<typeof sampleTerms>[0] = {},
): Rehearsal {
  const nonce = number.toString(16).padStart(64, "0");
  return new Rehearsal(sampleTerms({ nonce, ...changes }));
}

/** From `post` to an accepted fix, on a rail without slow deposits. */
export function fulfilled(rehearsal: Rehearsal): readonly ActWrite[] {
  return [
    rehearsal.post(),
    rehearsal.play(AGENT, "bond"),
    rehearsal.play(AGENT, "accept"),
    rehearsal.play(AGENT, "fix"),
    rehearsal.play(PRINCIPAL, "verify"),
  ];
}

/** The last entry of an ended contract. */
export function settledBy(rehearsal: Rehearsal): ActWrite {
  return rehearsal.play(SERVER, "settled", { legs: [] });
}
