/**
 * Binding statements: two keys say that they have one owner.
 *
 * Both sign the same text, so nobody can claim another's key. Self-dealing, panels, limits and
 * reputation compare owners. A binding can only join owners: hiding one has the same effect as
 * having two unrelated keys.
 */
import { chainJson } from "../canonical/chain-json.ts";
import { accept, type Result, refuse } from "../refusal.ts";
import type { Party } from "./party.ts";
import type { Verify } from "./verify.ts";

export interface Binding {
  /** Two different parties, the smaller first. */
  readonly parties: readonly [Party, Party];
  readonly issuedAtSeconds: number;
  /** Of the same text, in the order of the parties. */
  readonly signatures: readonly [string, string];
}

/** What both keys sign. The parties may be given in either order. */
export function bindingText(one: Party, other: Party, issuedAtSeconds: number): string {
  const parties = one < other ? [one, other] : [other, one];
  // No entry or request starts like this text, so a signature fits only one of them.
  return chainJson({ binding: "bazaar/1", issued_at: BigInt(issuedAtSeconds), parties });
}

export function verifyBinding(binding: Binding, verify: Verify): Result<Binding> {
  const { parties, issuedAtSeconds, signatures } = binding;
  const [smaller, larger] = parties;
  if (smaller >= larger) {
    return refuse({
      code: "bad_origin",
      problem: "a binding names two parties, the smaller first",
    });
  }
  if (!Number.isSafeInteger(issuedAtSeconds) || issuedAtSeconds < 0) {
    return refuse({ code: "bad_origin", problem: "a binding is issued at a whole second" });
  }
  const text = bindingText(smaller, larger, issuedAtSeconds);
  if (!verify(smaller, text, signatures[0])) {
    return refuse({ code: "bad_signature", author: smaller });
  }
  if (!verify(larger, text, signatures[1])) {
    return refuse({ code: "bad_signature", author: larger });
  }
  return accept(binding);
}

/**
 * Who owns a key, given bindings that were verified before. An owner is called by the smallest of
 * its parties; a key without a binding is its own owner.
 */
export function owners(bindings: readonly Pick<Binding, "parties">[]): (party: Party) => Party {
  const parents = new Map<Party, Party>();

  const root = (party: Party): Party => {
    let top = party;
    for (let up = parents.get(top); up !== undefined; up = parents.get(top)) top = up;
    // Path compression: long chains of bindings stay cheap to follow.
    let step = party;
    while (step !== top) {
      const next = parents.get(step) ?? top;
      parents.set(step, top);
      step = next;
    }
    return top;
  };

  for (const { parties } of bindings) {
    const [one, other] = [root(parties[0]), root(parties[1])];
    if (one < other) parents.set(other, one);
    if (other < one) parents.set(one, other);
  }
  return root;
}
