/**
 * The draw of a panel, which anyone can repeat from the transcript.
 *
 * The side that brings the case commits to a nonce before it knows who may sit, and the market names
 * its own nonce and the pool before it knows that one, so neither can choose the panel. Texts are
 * joined without separators and hashed as UTF-8, as agentchat's clients do it.
 */
import { sha256Hex } from "../../canonical/hash.ts";
import { invariant } from "../../invariant.ts";
import type { PanelVerdict } from "./proceedings.ts";

const HEX_DIGITS_OF_NUMBER = 8;

export function nonceCommitment(nonce: string): string {
  return sha256Hex(nonce);
}

export function drawSeed(proposal: string, nonce: string, serverNonce: string): string {
  return sha256Hex(`${proposal}${nonce}${serverNonce}`);
}

/** Fisher-Yates from the last place down; each number is the hash of the text of the one before. */
export function drawOrder<T>(seed: string, pool: readonly T[]): readonly T[] {
  const order = [...pool];
  let link = seed;
  for (let last = order.length - 1; last > 0; last -= 1) {
    link = sha256Hex(link);
    const at = Number.parseInt(link.slice(0, HEX_DIGITS_OF_NUMBER), 16) % (last + 1);
    const [one, other] = [order[last], order[at]];
    invariant(one !== undefined && other !== undefined, "a place of the draw is empty");
    order[last] = other;
    order[at] = one;
  }
  return order;
}

/**
 * The commitment to a sealed vote. It names the contract and the arbiter, so that nobody can copy
 * another's and open it with that one's salt.
 */
export function voteCommitment(
  contract: string,
  arbiter: string,
  verdict: PanelVerdict,
  salt: string,
): string {
  return sha256Hex(`VOTE|${contract}|${arbiter}|${verdict}|${salt}`);
}
