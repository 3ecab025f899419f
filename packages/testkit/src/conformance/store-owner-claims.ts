/** Owners: keys that are bound belong together, in whatever order the statements came. */
import type { Binding, Party } from "@bazaar/kernel";
import { MAX_OWNER_KEYS, type Owners } from "@bazaar/market/ports";
import { expect } from "vitest";
import { rehearse } from "../rehearsal.ts";
import { AGENT, PRINCIPAL, RIVAL, units } from "../sample-terms.ts";
import { grant } from "../small-needs.ts";
import { type Claim, grantBoth, storeAll } from "./under-test.ts";

function key(number: number): Party {
  return `fix_${number.toString(16).padStart(64, "0")}` as Party;
}

const [A, B, C, D, E] = [1, 2, 3, 4, 5].map(key) as [Party, Party, Party, Party, Party];

/** Stores check no signature. */
function binding(one: Party, other: Party): Binding {
  const parties = one < other ? ([one, other] as const) : ([other, one] as const);
  return {
    parties,
    issuedAtSeconds: 1_700_000_000,
    signatures: ["1".repeat(128), "2".repeat(128)],
  };
}

async function bindAll(owners: Owners, pairs: readonly (readonly [Party, Party])[]): Promise<void> {
  for (const [one, other] of pairs) expect(await owners.bind(binding(one, other))).toBe(true);
}

function named(...pairs: readonly (readonly [Party, Party])[]): ReadonlyMap<Party, Party> {
  return new Map(pairs);
}

export function storeOwnerClaims(claim: Claim): void {
  claim("a key without a binding has no other owner", async ({ store }) => {
    expect(await store.owners.of([A, B])).toEqual(named());
    expect(await store.owners.bindingsOf(A)).toEqual([]);
    expect(await store.owners.of([])).toEqual(named());
  });

  claim("two bound keys have one owner, called by the smaller", async ({ store, another }) => {
    // Asked before: that nothing is bound must not be remembered for too long.
    for (const handle of [store, another]) expect(await handle.owners.of([A, B])).toEqual(named());
    await bindAll(store.owners, [[B, C]]);
    for (const handle of [store, another]) {
      // What another process wrote is seen in the next turn of the event loop.
      await new Promise(setImmediate);
      expect(await handle.owners.of([A, B, C])).toEqual(named([B, B], [C, B]));
      expect(await handle.owners.bindingsOf(C)).toEqual([binding(B, C)]);
      expect(await handle.owners.bindingsOf(A)).toEqual([]);
    }
  });

  claim("owners that are joined by any of their keys become one", async ({ store, another }) => {
    await bindAll(store.owners, [
      [B, C],
      [D, E],
    ]);
    expect(await store.owners.of([E, C])).toEqual(named([C, B], [E, D]));
    await bindAll(another.owners, [[C, E]]);
    await new Promise(setImmediate);
    const all = named([B, B], [C, B], [D, B], [E, B]);
    expect(await store.owners.of([B, C, D, E])).toEqual(all);
    await bindAll(store.owners, [[A, D]]);
    await new Promise(setImmediate);
    expect(await another.owners.of([B, E])).toEqual(named([B, A], [E, A]));
    expect(await another.owners.bindingsOf(B)).toHaveLength(4);
  });

  claim("the order of bindings makes no difference to who owns what", async ({ store }) => {
    const pairs = [
      [1, 4],
      [2, 5],
      [4, 2],
      [3, 6],
    ] as const;
    const orders = [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
    ];
    for (const [round, order] of orders.entries()) {
      const at = (number: number): Party => key(100 * round + number);
      const ordered = order.flatMap((nth) => {
        const pair = pairs[nth];
        return pair === undefined ? [] : [[at(pair[0]), at(pair[1])] as const];
      });
      await bindAll(store.owners, ordered);
      const owners = await store.owners.of([1, 2, 3, 4, 5, 6].map(at));
      const numbers = [1, 2, 3, 4, 5, 6].map((number) => owners.get(at(number)));
      expect(numbers).toEqual([1, 1, 3, 1, 1, 3].map(at));
    }
  });

  claim("a binding that joins nothing new is not stored", async ({ store }) => {
    const pairs = [
      [A, B],
      [A, B],
      [B, C],
      [A, C],
    ] as const;
    await bindAll(store.owners, pairs);
    expect(await store.owners.bindingsOf(A)).toEqual([binding(A, B), binding(B, C)]);
  });

  claim("of bindings at the same time none is lost", async ({ store, another }) => {
    const handles = [store, another];
    const bound = Array.from({ length: 20 }, (_, at) =>
      handles[at % 2]?.owners.bind(binding(key(at + 1), key(at + 2))),
    );
    expect(await Promise.all(bound)).toEqual(Array.from(bound, () => true));
    await new Promise(setImmediate);
    expect(await store.owners.of([key(21)])).toEqual(named([key(21), A]));
  });

  claim(`an owner has at most ${MAX_OWNER_KEYS} keys`, async ({ store }) => {
    const half = MAX_OWNER_KEYS / 2;
    for (let at = 1; at < half; at += 1) {
      await bindAll(store.owners, [
        [key(1), key(1 + at)],
        [key(100), key(100 + at)],
      ]);
    }
    await bindAll(store.owners, [[key(99), key(100)]]);
    expect(await store.owners.bind(binding(key(1), key(100)))).toBe(false);
    expect(await store.owners.of([key(100)])).toEqual(named([key(100), key(99)]));
    expect(await store.owners.of([key(1)])).toEqual(named([key(1), key(1)]));
    await bindAll(store.owners, [
      [key(1), key(half)],
      [key(1), key(90)],
    ]);
    expect(await store.owners.bindingsOf(key(90))).toHaveLength(half);
  });

  claim("a limit counts the open contracts of all keys of an owner", async ({ store, another }) => {
    await grantBoth(store.ledger);
    await grant(store.ledger, RIVAL.party, units("10"));
    const [first, second] = [rehearse(1), rehearse(2)];
    await storeAll(store, [first.post(), second.post(), first.play(AGENT, "bond")]);
    const limited = (as: "agent" | "principal", party: Party) => {
      const bonded = second.draft(RIVAL, "bond");
      return { ...bonded, step: { ...bonded.step, share: { party, as, limit: 1 } } };
    };
    const seat = limited("agent", RIVAL.party);
    await store.owners.bind(binding(AGENT.party, RIVAL.party));
    await new Promise(setImmediate);
    const { share } = seat.step;
    expect(await another.commit([seat])).toEqual([{ is: "share_used_up", share }]);
    await store.owners.bind(binding(PRINCIPAL.party, A));
    const [posted] = await store.commit([limited("principal", A)]);
    expect(posted?.is).toBe("share_used_up");
    await storeAll(store, [first.play(AGENT, "decline")]);
    expect((await store.commit([seat]))[0]?.is).toBe("stored");
  });
}
