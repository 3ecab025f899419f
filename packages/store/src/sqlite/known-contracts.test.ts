import type { StoredContract } from "@bazaar/market/ports";
import { rehearse } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { KnownContracts } from "./known-contracts.ts";

function posted(number: number): StoredContract {
  const contract = rehearse(number);
  const { hash } = contract.post().step;
  const signed = { signedPayees: [], signedLegs: 0 };
  return { state: contract.state, chain: { head: hash, seq: 1 }, ...signed, postedMs: 0 };
}

const HERE = { seq: 1, signedLegs: 0 };
/** So many fit 32 times. */
const LONG = 2 ** 18;

test("a contract is known where it stands, and nowhere else", () => {
  const known = new KnownContracts();
  const stored = posted(1);
  const { id } = stored.state;
  expect(known.at(id, HERE)).toBeNull();
  known.learn(stored, 1);
  expect(known.at(id, HERE)).toBe(stored);
  expect(known.at(id, { ...HERE, seq: 2 })).toBeNull();
  expect(known.at(id, { ...HERE, signedLegs: 1 })).toBeNull();
  expect(known.termsOf(id)).toEqual({ terms: stored.state.terms, characters: 1 });
});

test("what follows is known where no leg was signed in between", () => {
  const known = new KnownContracts();
  const stored = posted(1);
  const { state } = stored;
  const chain = { head: "next", seq: 2 };
  known.follow({ state, chain, signedLegs: 0 }, []);
  expect(known.at(state.id, { seq: 2, signedLegs: 0 })).toBeNull();
  known.learn(stored, 1);
  known.follow({ state, chain, signedLegs: 1 }, []);
  expect(known.at(state.id, { seq: 2, signedLegs: 1 })).toBeNull();
  expect(known.at(state.id, HERE)).toBe(stored);
  known.follow({ state, chain, signedLegs: 0 }, []);
  expect(known.at(state.id, { seq: 2, signedLegs: 0 })).toEqual({ ...stored, chain });
});

test("long contracts push out the ones that have not moved for longest", () => {
  const known = new KnownContracts();
  const contracts = Array.from({ length: 33 }, (_, number) => posted(number));
  const isKnown = (number: number) =>
    known.at(contracts[number]?.state.id ?? posted(99).state.id, HERE) !== null;
  for (const stored of contracts.slice(0, 32)) known.learn(stored, LONG);
  expect(isKnown(0)).toBe(true);
  const [first, second, last] = [contracts[0], contracts[1], contracts[32]];
  if (first === undefined || second === undefined || last === undefined) throw new Error("33");
  // Learnt again it counts once, and as the newest.
  known.learn(first, LONG);
  expect(isKnown(1)).toBe(true);
  known.learn(last, LONG);
  expect([isKnown(0), isKnown(1), isKnown(2), isKnown(32)]).toEqual([true, false, true, true]);
  known.learn(second, 32 * LONG + 1);
  expect([isKnown(1), isKnown(32)]).toEqual([false, true]);
});
