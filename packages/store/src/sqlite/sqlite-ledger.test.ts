import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { WORLD } from "@bazaar/market/ports";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { SqliteStore } from "./sqlite-store.ts";

/** A file in which ada (1) holds 10 and bob (2) holds 5 XNO. */
async function fileWithMoney(): Promise<string> {
  const path = join(await temporaryFolder(), "market.db");
  using store = new SqliteStore(path);
  const grant = { from: WORLD, asset: "XNO" };
  await store.ledger.transfer({ ...grant, key: "ada", to: "ada", amount: 10n });
  await store.ledger.transfer({ ...grant, key: "bob", to: "bob", amount: 5n });
  return path;
}

const POST = "insert into postings (contract, key, source, target, asset, amount) values";

test.each([
  ["a negative posting", `${POST} (0, 'x', 1, 2, 'XNO', -1)`, "CHECK"],
  ["a posting of what is not there", `${POST} (0, 'x', 1, 2, 'XNO', 11)`, "CHECK"],
  ["a balance below zero", "update balances set amount = -1 where account = 1", "CHECK"],
  [
    "a posting of an asset the account has never held",
    `${POST} (0, 'x', 1, 2, 'USD', 0)`,
    "FOREIGN",
  ],
  ["a posting to nobody", `${POST} (0, 'x', 1, 99, 'XNO', 1)`, "FOREIGN"],
  ["a second posting under one key", `${POST} (0, 'ada', 1, 2, 'XNO', 1)`, "UNIQUE"],
  ["a changed posting", "update postings set amount = 1", "never changed"],
  ["a deleted posting", "delete from postings", "never deleted"],
  ["a deleted balance", "delete from balances where account = 1", "FOREIGN"],
])("the file itself refuses %s", async (_, sql, problem) => {
  const path = await fileWithMoney();
  const file = new DatabaseSync(path);
  expect(() => file.exec(sql)).toThrow(problem);
  file.close();
  using store = new SqliteStore(path);
  expect(await store.ledger.totals("XNO")).toEqual({ holds: 0n, accounts: 15n, world: -15n });
});

test("a posting changes both balances", async () => {
  const path = await fileWithMoney();
  const file = new DatabaseSync(path);
  file.exec(`${POST} (0, 'x', 1, 2, 'XNO', 4)`);
  file.close();
  using store = new SqliteStore(path);
  expect(await store.ledger.balance("ada", "XNO")).toBe(6n);
  expect(await store.ledger.balance("bob", "XNO")).toBe(9n);
});

test("an amount beyond 63 bits is refused, and nothing moves", async () => {
  const path = await fileWithMoney();
  using store = new SqliteStore(path);
  const much = { key: "much", from: WORLD, to: "ada", asset: "XNO", amount: 2n ** 63n - 1n };
  await expect(store.ledger.transfer(much)).rejects.toThrow();
  expect(await store.ledger.isTransferred("much")).toBe(false);
  expect(await store.ledger.balance("ada", "XNO")).toBe(10n);
});
