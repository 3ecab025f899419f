/** Transfers happen once per key, keep balances at zero or above and never change the sum. */
import { WORLD } from "@bazaar/market/ports";
import { expect } from "vitest";
import type { Claim } from "./under-test.ts";

export function ledgerClaims(claim: Claim): void {
  const grant = { key: "grant", from: WORLD, to: "ada", asset: "XNO", amount: 10n };

  claim("a transfer counts once under its key", async ({ store, another }) => {
    expect(await store.ledger.isTransferred("grant")).toBe(false);
    expect(await store.ledger.transfer(grant)).toBe(true);
    expect(await another.ledger.transfer(grant)).toBe(true);
    expect(await another.ledger.isTransferred("grant")).toBe(true);
    expect(await another.ledger.balance("ada", "XNO")).toBe(10n);
    expect(await another.ledger.balance(WORLD, "XNO")).toBe(-10n);
    expect(await store.ledger.balance("ada", "USD")).toBe(0n);
    expect(await store.ledger.balance("nobody", "XNO")).toBe(0n);
  });

  claim("the same transfer on two handles at once moves money once", async (under) => {
    const { store, another } = under;
    const handles = [store, another, store, another];
    const answers = await Promise.all(handles.map(({ ledger }) => ledger.transfer(grant)));
    expect(answers).toEqual([true, true, true, true]);
    expect(await store.ledger.balance("ada", "XNO")).toBe(10n);
  });

  claim("no account but the world goes below zero", async ({ store }) => {
    await store.ledger.transfer(grant);
    const much = { key: "much", from: "ada", to: "bob", asset: "XNO", amount: 11n };
    expect(await store.ledger.transfer(much)).toBe(false);
    expect(await store.ledger.isTransferred("much")).toBe(false);
    expect(await store.ledger.balance("ada", "XNO")).toBe(10n);
    expect(await store.ledger.balance("bob", "XNO")).toBe(0n);
    // A refused transfer may still happen later under the same key.
    await store.ledger.transfer({ ...grant, key: "more", amount: 1n });
    expect(await store.ledger.transfer(much)).toBe(true);
    expect(await store.ledger.balance("bob", "XNO")).toBe(11n);
  });

  claim("of two that spend one balance at once, one is refused", async (under) => {
    const { store, another } = under;
    await store.ledger.transfer(grant);
    const spend = { from: "ada", asset: "XNO", amount: 6n };
    const answers = await Promise.all([
      store.ledger.transfer({ ...spend, key: "a", to: "bob" }),
      another.ledger.transfer({ ...spend, key: "b", to: "eve" }),
    ]);
    expect(answers.toSorted()).toEqual([false, true]);
    expect(await store.ledger.balance("ada", "XNO")).toBe(4n);
  });

  claim("no transfer changes the sum", async ({ store: { ledger } }) => {
    await ledger.transfer(grant);
    const moves = [
      { key: "1", from: "ada", to: "bob", amount: 7n },
      { key: "2", from: "bob", to: "bob", amount: 3n },
      { key: "3", from: "bob", to: "ada", amount: 9n },
      { key: "4", from: "bob", to: WORLD, amount: 2n },
    ];
    for (const move of moves) await ledger.transfer({ ...move, asset: "XNO" });
    const balances = await Promise.all(
      ["ada", "bob", WORLD].map((account) => ledger.balance(account, "XNO")),
    );
    expect(balances).toEqual([3n, 5n, -8n]);
    expect(balances.reduce((sum, balance) => sum + balance, 0n)).toBe(0n);
  });

  claim("amounts up to 63 bits are counted exactly", async ({ store: { ledger } }) => {
    const amount = 2n ** 63n - 2n;
    await ledger.transfer({ ...grant, amount });
    await ledger.transfer({ ...grant, key: "one more", amount: 1n });
    expect(await ledger.balance("ada", "XNO")).toBe(amount + 1n);
  });
}
