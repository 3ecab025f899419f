import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PRINCIPAL, rehearse } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { MIGRATIONS } from "./schema.ts";
import { SqliteStore } from "./sqlite-store.ts";

const { id } = rehearse(1);
const LEG = JSON.stringify({
  key: `${id}/0`,
  contract: id,
  pot: 0,
  rail: "ledger",
  asset: { code: "XNO", decimals: 9 },
  amount: { $units: "4" },
  to: { role: "principal", party: PRINCIPAL.party, account: null },
});

/** What the first version of the tables held of a contract that has paid one leg and owes another. */
const ROWS = `
  insert into names values (1, '${PRINCIPAL.party}'), (2, 'hold/${id}/0');
  insert into contracts (no, id, seq, phase, principal, seat, posted_at, awaits_settlement, head,
    state) values (1, '${id}', 1, 'open', 1, 0, 0, 0, '', '{}');
  insert into balances (account, asset, is_hold) values (0, 'XNO', 0), (1, 'XNO', 0), (2, 'XNO', 1);
  insert into postings (key, source, target, asset, amount)
    values ('grant', 0, 1, 'XNO', 10), ('${id}/hold/0/0/principal', 1, 2, 'XNO', 5),
      ('${id}/0', 2, 1, 'XNO', 4);
  insert into legs (key, contract, pot, is_from_act, leg, status)
    values ('${id}/0', 1, 0, 1, '${LEG}', 'confirmed'), ('${id}/1', 1, 0, 1, '${LEG}', 'ordered');
  pragma user_version = 1;
`;

async function oldDatabase(): Promise<string> {
  const path = join(await temporaryFolder(), "market.db");
  const file = new DatabaseSync(path);
  file.exec(MIGRATIONS[0] ?? "");
  file.exec(ROWS);
  file.close();
  return path;
}

test("a database of the first version keeps its legs, postings and balances", async () => {
  using store = new SqliteStore(await oldDatabase());
  const { ledger } = store;
  expect(await ledger.totals("XNO")).toEqual({ holds: 1n, accounts: 9n, world: -10n });
  const statement = await ledger.statement(PRINCIPAL.party, null, 10);
  expect(statement.map(({ no, key, amount }) => [no, key, amount])).toEqual([
    [3, `${id}/0`, 4n],
    [2, `${id}/hold/0/0/principal`, 5n],
    [1, "grant", 10n],
  ]);
  const legs = await store.legsOf(id);
  expect(legs.map(({ no, status, leg }) => [no, status, leg.amount])).toEqual([
    [1, "confirmed", 4n],
    [2, "ordered", 4n],
  ]);
});

test("what was paid under a key there is not paid again, and what is owed still moves", async () => {
  using store = new SqliteStore(await oldDatabase());
  const { ledger } = store;
  const paid = { from: `hold/${id}/0`, to: PRINCIPAL.party, asset: "XNO", amount: 1n };
  for (const key of ["grant", `${id}/hold/0/0/principal`, `${id}/0`]) {
    expect(await ledger.isTransferred(key)).toBe(true);
    expect(await ledger.transfer({ ...paid, key })).toBe(true);
  }
  expect(await ledger.balance(PRINCIPAL.party, "XNO")).toBe(9n);
  expect(await ledger.transfer({ ...paid, key: `${id}/1` })).toBe(true);
  expect(await ledger.balance(PRINCIPAL.party, "XNO")).toBe(10n);
  expect(await store.moveLeg(`${id}/1`, "ordered", { status: "signed", message: "m" })).toBe(true);
  expect(await store.moveLeg(`${id}/0`, "ordered", { status: "signed" })).toBe(false);
});

test("whoever may change nothing is told that the file is of an older version, and it stays so", async () => {
  const path = await oldDatabase();
  expect(() => new SqliteStore(path, { mayMigrate: false })).toThrow("older version");
  const file = new DatabaseSync(path);
  expect(file.prepare("pragma user_version").get()).toEqual({ user_version: 1 });
  file.close();
  new SqliteStore(path)[Symbol.dispose]();
  new SqliteStore(path, { mayMigrate: false })[Symbol.dispose]();
});
