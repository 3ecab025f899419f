/**
 * What every rail must do.
 *
 * Money is only moved by a prepared message, and a message moves it once, however often it is sent.
 */
import { type Asset, type ContractId, CUSTODY, type OpenHold, type Party } from "@bazaar/kernel";
import {
  type Deposit,
  type OpenHolds,
  type Rail,
  RailUnavailable,
  type Transfer,
} from "@bazaar/market/ports";
import { describe, expect, test } from "vitest";
import { START_MS } from "../story.ts";

export interface RailUnderTest {
  readonly rail: Rail;
  readonly asset: Asset;
  /** Two outside accounts that have received nothing yet. */
  readonly accounts: readonly [string, string];
  /** An invalid account name on this network. */
  readonly unusable: string;
  /** Puts money into a pot, so that the rail can pay from it. */
  readonly fill: (contract: ContractId, pot: number, amount: bigint) => Promise<void>;
  /** Pays into an address; null if deposits happen inside the store. */
  readonly pay: ((address: string, amount: bigint, account: string) => Promise<void>) | null;
  readonly received: (account: string) => Promise<bigint>;
  /** Makes everything that was sent final. */
  readonly confirm: () => Promise<void>;
  /** The next `send` throws `RailUnavailable`, before or after its effect; null: it never does. */
  readonly failNextSend: ((when: "before" | "after") => void) | null;
  readonly close?: () => Promise<void>;
}

type Claim = (claim: string, body: (under: RailUnderTest) => Promise<void>) => void;

const CONTRACT = "c0".repeat(32) as ContractId;

export function railConformance(name: string, makeRail: () => Promise<RailUnderTest>): void {
  const claim: Claim = (words, body) => {
    test(words, async () => {
      const under = await makeRail();
      try {
        await body(under);
      } finally {
        await under.close?.();
      }
    });
  };
  describe(`${name} as a rail`, () => {
    describe("deposits", () => depositClaims(claim));
    describe("payouts", () => payoutClaims(claim));
  });
}

function holdOn({ rail, asset }: RailUnderTest, seat = 0): OpenHold {
  return {
    contract: CONTRACT,
    pot: 0,
    side: seat === 0 ? "principal" : "agent",
    seat,
    party: `fix_${"0a".repeat(32)}` as Party,
    rail: rail.name,
    asset,
    amount: 5n,
    expiresMs: START_MS,
  };
}

function transferOn(under: RailUnderTest, changes: Partial<Transfer> = {}): Transfer {
  const { asset, accounts } = under;
  const leg = { key: `${CONTRACT}/0`, contract: CONTRACT, pot: 0 };
  return { ...leg, account: accounts[0], asset, amount: 7n, ...changes };
}

/** One delivery of everything that waits at these addresses. */
async function delivered(under: RailUnderTest, ...watched: string[]): Promise<readonly Deposit[]> {
  const deposits: Deposit[] = [];
  await under.rail.deposits(
    async (deposit) => {
      deposits.push(deposit);
    },
    watching(under, watched),
  );
  return deposits;
}

/** These addresses, one to a page. */
function watching(under: RailUnderTest, addresses: readonly string[]): OpenHolds {
  return async (afterNo) => {
    const address = addresses[afterNo];
    if (address === undefined) return [];
    return [{ no: afterNo + 1, key: `key/${afterNo}`, hold: holdOn(under), address }];
  };
}

function depositClaims(claim: Claim): void {
  claim("a key has one address, and two keys have two", async (under) => {
    const { rail } = under;
    const first = await rail.open("key/0", holdOn(under));
    expect(await rail.open("key/0", holdOn(under))).toBe(first);
    expect(await rail.open("key/1", holdOn(under, 1))).not.toBe(first);
  });

  claim("a deposit is handed over with its address, sender and reference", async (under) => {
    const { rail, pay, accounts } = under;
    if (pay === null) return expect(await delivered(under)).toEqual([]);
    const address = await rail.open("key/0", holdOn(under));
    await pay(address, 5n, accounts[0]);
    const [deposit] = await delivered(under, address);
    expect(deposit).toMatchObject({ rail: rail.name, address, amount: 5n, account: accounts[0] });
    expect(deposit?.reference).not.toBe("");
  });

  claim("two equal deposits have two references", async (under) => {
    const { rail, pay, accounts } = under;
    if (pay === null) return expect(await delivered(under)).toEqual([]);
    const address = await rail.open("key/0", holdOn(under));
    await pay(address, 5n, accounts[0]);
    await pay(address, 5n, accounts[0]);
    const references = (await delivered(under, address)).map(({ reference }) => reference);
    expect(references).toHaveLength(2);
    expect(new Set(references).size).toBe(2);
  });

  claim("a deposit comes again, the same, until the sink has returned", async (under) => {
    const { rail, pay, accounts } = under;
    if (pay === null) return expect(await delivered(under)).toEqual([]);
    const address = await rail.open("key/0", holdOn(under));
    await pay(address, 5n, accounts[0]);
    const seen: Deposit[] = [];
    const failing = rail.deposits(
      async (deposit) => {
        seen.push(deposit);
        throw new Error("the sink died");
      },
      watching(under, [address]),
    );
    await expect(failing).rejects.toThrow("the sink died");
    expect(await delivered(under, address)).toEqual(seen);
  });

  claim("a deposit waits until its address is asked for, on whatever page", async (under) => {
    const { rail, pay, accounts } = under;
    if (pay === null) return expect(await delivered(under)).toEqual([]);
    const [first, second] = [
      await rail.open("key/0", holdOn(under)),
      await rail.open("key/1", holdOn(under, 1)),
    ];
    await pay(second, 5n, accounts[0]);
    expect(await delivered(under, first)).toEqual([]);
    expect(await delivered(under, first, second)).toHaveLength(1);
    expect(await delivered(under, first, second)).toEqual([]);
  });
}

function payoutClaims(claim: Claim): void {
  claim("preparing sends nothing", async (under) => {
    const { rail, fill, received, asset, accounts } = under;
    await fill(CONTRACT, 0, 7n);
    const before = await rail.balance(asset);
    const message = await rail.prepare(transferOn(under));
    await under.confirm();
    expect(await rail.find(message)).toEqual({ is: "absent" });
    expect(await received(accounts[0])).toBe(0n);
    expect(await rail.balance(asset)).toBe(before);
  });

  claim("a message that is sent twice moves money once", async (under) => {
    const { rail, fill, received, accounts } = under;
    await fill(CONTRACT, 0, 20n);
    const message = await rail.prepare(transferOn(under));
    await rail.send(message);
    await rail.send(message);
    await under.confirm();
    await rail.send(message);
    await under.confirm();
    expect(await received(accounts[0])).toBe(7n);
  });

  claim("what is sent is on its way, then confirmed with a proof", async (under) => {
    const { rail, fill } = under;
    await fill(CONTRACT, 0, 7n);
    const message = await rail.prepare(transferOn(under));
    await rail.send(message);
    expect((await rail.find(message)).is).toMatch(/^(pending|confirmed)$/);
    await under.confirm();
    const found = await rail.find(message);
    expect(found.is === "confirmed" && found.proof).not.toBe("");
    expect(found.is).toBe("confirmed");
    expect(await rail.find(message)).toEqual(found);
  });

  for (const when of ["before", "after"] as const) {
    claim(
      `a send whose outcome is unknown may be repeated: failed ${when} its effect`,
      async (u) => {
        const { rail, fill, received, failNextSend, accounts } = u;
        await fill(CONTRACT, 0, 20n);
        const message = await rail.prepare(transferOn(u));
        if (failNextSend !== null) {
          failNextSend(when);
          await expect(rail.send(message)).rejects.toBeInstanceOf(RailUnavailable);
          if (when === "before") expect(await rail.find(message)).toEqual({ is: "absent" });
          else expect((await rail.find(message)).is).not.toBe("absent");
        }
        await rail.send(message);
        await u.confirm();
        expect((await rail.find(message)).is).toBe("confirmed");
        expect(await received(accounts[0])).toBe(7n);
      },
    );
  }

  claim("one leg after the other, to one account or to several", async (under) => {
    const { rail, fill, received, asset, accounts } = under;
    await fill(CONTRACT, 0, 20n);
    const before = await rail.balance(asset);
    const [one, two] = accounts;
    for (const [at, account] of [one, two, one].entries()) {
      const transfer = transferOn(under, { key: `${CONTRACT}/${at}`, account, amount: 3n });
      const message = await rail.prepare(transfer);
      await rail.send(message);
      await under.confirm();
      expect((await rail.find(message)).is).toBe("confirmed");
    }
    expect(await received(one)).toBe(6n);
    expect(await received(two)).toBe(3n);
    // On the market's own books the payees are accounts of the rail itself, so nothing leaves it.
    expect(before - (await rail.balance(asset))).toBe(CUSTODY[rail.name].isOnOwnBooks ? 0n : 9n);
  });

  claim("an invalid account is recognised before anything is sent", async (under) => {
    expect(await under.rail.isAccount(under.accounts[0])).toBe(true);
    expect(await under.rail.isAccount(under.unusable)).toBe(false);
  });
}
