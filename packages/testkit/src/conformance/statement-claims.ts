/** Statements and totals of the ledger: every transfer, and where the money is. */
import { holdAccount, type Ledger, MAX_PAGE, type Posting, WORLD } from "@bazaar/market/ports";
import { expect } from "vitest";
import { rehearse } from "../rehearsal.ts";
import { AGENT, PRINCIPAL, RIVAL, units } from "../sample-terms.ts";
import { type Claim, grantBoth, storeAll } from "./under-test.ts";

export function statementClaims(claim: Claim): void {
  statements(claim);
  deposits(claim);
  sums(claim);
}

function statements(claim: Claim): void {
  const move = (key: string, from: string, to: string, amount: bigint, asset = "XNO") =>
    ({ key, from, to, amount, asset }) as const;

  claim("a statement lists every transfer from or to an account", async (under) => {
    const { store, another } = under;
    const moves = [
      move("1", WORLD, "ada", 10n),
      move("2", WORLD, "bob", 5n),
      move("3", "ada", "bob", 4n),
      move("4", WORLD, "ada", 3n, "USD"),
      move("5", "bob", WORLD, 1n),
    ];
    for (const each of moves) expect(await store.ledger.transfer(each)).toBe(true);
    const told = async (account: string): Promise<readonly Omit<Posting, "no">[]> =>
      (await another.ledger.statement(account, null, 10)).map(({ no: _, ...transfer }) => transfer);
    const [first, second, third, fourth, fifth] = moves;
    expect(await told("ada")).toEqual([fourth, third, first]);
    expect(await told("bob")).toEqual([fifth, third, second]);
    expect(await told(WORLD)).toEqual([fifth, fourth, second, first]);
    expect(await told("nobody")).toEqual([]);
  });

  claim("a statement goes on before any number, a page at a time", async ({ store }) => {
    for (const key of ["1", "2", "3", "4", "5"]) {
      const [from, to] = key === "3" ? ["ada", WORLD] : [WORLD, "ada"];
      await store.ledger.transfer(move(key, from, to, 1n));
    }
    const keys = (page: readonly Posting[]) => page.map(({ key }) => key);
    const page = await store.ledger.statement("ada", null, 2);
    expect(keys(page)).toEqual(["5", "4"]);
    const rest = await store.ledger.statement("ada", page[1]?.no ?? 0, 9);
    expect(keys(rest)).toEqual(["3", "2", "1"]);
    expect(await store.ledger.statement("ada", rest[2]?.no ?? 0, 9)).toEqual([]);
  });

  claim("a refused transfer is not listed, a repeated one once", async ({ store }) => {
    const { ledger } = store;
    await ledger.transfer(move("1", WORLD, "ada", 1n));
    await ledger.transfer(move("1", WORLD, "ada", 1n));
    expect(await ledger.transfer(move("2", "ada", "bob", 2n))).toBe(false);
    expect(await ledger.statement("ada", null, 9)).toHaveLength(1);
    expect(await ledger.statement("bob", null, 9)).toEqual([]);
  });

  claim(
    "a transfer to the same account is listed once and moves nothing",
    async ({ store: { ledger } }) => {
      await ledger.transfer(move("1", WORLD, "ada", 1n));
      expect(await ledger.transfer(move("2", "ada", "ada", 1n))).toBe(true);
      expect(await ledger.transfer(move("3", "ada", "ada", 2n))).toBe(false);
      expect((await ledger.statement("ada", null, 9)).map(({ key }) => key)).toEqual(["2", "1"]);
      expect(await ledger.balance("ada", "XNO")).toBe(1n);
    },
  );

  claim("an account's balances are those it holds, asset by asset", async (under) => {
    const { ledger } = under.another;
    await under.store.ledger.transfer(move("1", WORLD, "ada", 10n));
    await under.store.ledger.transfer(move("2", WORLD, "ada", 3n, "USD"));
    await under.store.ledger.transfer(move("3", WORLD, "bob", 7n, "USD"));
    const held = { XNO: 10n, USD: 3n };
    expect(await ledger.balances("ada")).toEqual(new Map(Object.entries(held)));
    await under.store.ledger.transfer(move("4", "ada", "bob", 3n, "USD"));
    expect(await ledger.balances("ada")).toEqual(new Map([["XNO", 10n]]));
    expect(await ledger.balances("nobody")).toEqual(new Map());
  });

  claim("a limit above the page size is a programming error", async (under) => {
    const { ledger } = under.store;
    expect(await ledger.statement("ada", null, MAX_PAGE)).toEqual([]);
    await expect(ledger.statement("ada", null, MAX_PAGE + 1)).rejects.toThrow("at once");
  });
}

function deposits(claim: Claim): void {
  claim("a deposit is a line of the statement, under a key of its own", async (under) => {
    const { store, another } = under;
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    await storeAll(store, [contract.post(), contract.play(AGENT, "bond")]);
    const hold = holdAccount(contract.id, 0);
    const line = { to: hold, asset: "XNO", amount: units("0.67") };
    const [paid] = await another.ledger.statement(PRINCIPAL.party, null, 1);
    const posted = { ...line, key: `${contract.id}/hold/0/0/principal`, from: PRINCIPAL.party };
    expect(paid).toMatchObject(posted);
    const bonded = { ...line, key: `${contract.id}/hold/1/0/agent`, from: AGENT.party };
    expect(await another.ledger.statement(hold, null, 9)).toMatchObject([bonded, posted]);
    expect(await another.ledger.isTransferred(posted.key)).toBe(true);
  });

  claim("an act that is not stored leaves no line", async ({ store }) => {
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    const posted = contract.post();
    const unpaid = rehearse(2, { principal: RIVAL.party }).post(RIVAL);
    await store.commit([posted, posted, unpaid]);
    expect(await store.ledger.statement(PRINCIPAL.party, null, 9)).toHaveLength(2);
    expect(await store.ledger.statement(RIVAL.party, null, 9)).toEqual([]);
    expect(await store.ledger.statement(holdAccount(contract.id, 0), null, 9)).toHaveLength(1);
  });
}

function sums(claim: Claim): void {
  /** What a statement comes to, whole and asset by asset. */
  const summed = async (ledger: Ledger, account: string): Promise<ReadonlyMap<string, bigint>> => {
    const sums = new Map<string, bigint>();
    for (const { from, to, asset, amount } of await ledger.statement(account, null, MAX_PAGE)) {
      const change = (to === account ? amount : 0n) - (from === account ? amount : 0n);
      sums.set(asset, (sums.get(asset) ?? 0n) + change);
    }
    return sums;
  };

  claim("a balance is the sum of its statement", async ({ store, another }) => {
    await grantBoth(store.ledger);
    const contract = rehearse(1);
    const hold = holdAccount(contract.id, 0);
    await storeAll(store, [
      contract.post(),
      contract.play(AGENT, "bond"),
      contract.play(AGENT, "decline"),
    ]);
    const back = { key: "back", from: hold, to: AGENT.party, asset: "XNO", amount: units("0.67") };
    await store.ledger.transfer(back);
    await store.ledger.transfer({ ...back, key: "out", from: AGENT.party, to: WORLD });
    for (const account of [PRINCIPAL.party, AGENT.party, hold, WORLD]) {
      expect(await summed(another.ledger, account)).toEqual(await another.ledger.balances(account));
    }
  });

  claim(
    "the balances of an asset, including the world, add up to zero",
    async ({ store, another }) => {
      expect(await store.ledger.totals("XNO")).toEqual({ holds: 0n, accounts: 0n, world: 0n });
      await grantBoth(store.ledger);
      await store.ledger.transfer({ key: "usd", from: WORLD, to: "ada", asset: "USD", amount: 9n });
      const contract = rehearse(1);
      await storeAll(store, [contract.post(), contract.play(AGENT, "bond")]);
      const totals = await another.ledger.totals("XNO");
      const held = units("1.34");
      expect(totals).toEqual({ holds: held, accounts: units("20") - held, world: -units("20") });
      expect(totals.holds + totals.accounts + totals.world).toBe(0n);
      expect(await another.ledger.totals("USD")).toEqual({ holds: 0n, accounts: 9n, world: -9n });
    },
  );
}
