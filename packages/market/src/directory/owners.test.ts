import {
  type Binding,
  bindingText,
  type ContractId,
  type Party,
  type Signer,
  termsJson,
} from "@bazaar/kernel";
import {
  AGENT,
  EXTERNAL_COURT,
  JUDGE,
  PRINCIPAL,
  RIVAL,
  SERVER,
  sampleTerms,
  signOn,
  toySigner,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { codeOf, SmallMarket } from "../../test/small-market.ts";
import type { Needs } from "../needs.ts";
import { MAX_OWNER_KEYS } from "../ports/owners.ts";
import { recordAct } from "../record-act.ts";
import { SeatWaits } from "../seat-waits.ts";
import { fireDeadlines } from "../tasks/fire-deadlines.ts";
import { bindKeys, ownerOf } from "./owners.ts";

const SECOND = toySigner("second");
const THIRD = toySigner("third");

class BoundMarket extends SmallMarket {
  readonly waits = new SeatWaits();
  #posted = 0;

  override needs(changes: Partial<Needs> = {}): Needs {
    return super.needs({ seatPolicy: this.waits, ...changes });
  }

  nowSeconds(): number {
    return Math.floor(this.nowMs / 1_000);
  }

  bind(one: Signer, other: Signer, changes: Partial<Binding> = {}) {
    return bindKeys(this.needs(), { ...bindingOf(one, other, this.nowSeconds()), ...changes });
  }

  async another(): Promise<ContractId> {
    this.#posted += 1;
    return this.post(sampleTerms({ nonce: this.#posted.toString(16).padStart(64, "0") }));
  }
}

function bindingOf(one: Signer, other: Signer, issuedAtSeconds: number): Binding {
  const [smaller, larger] = one.party < other.party ? [one, other] : [other, one];
  const text = bindingText(one.party, other.party, issuedAtSeconds);
  return {
    parties: [smaller.party, larger.party],
    issuedAtSeconds,
    signatures: [smaller.sign(text), larger.sign(text)],
  };
}

async function market(): Promise<BoundMarket> {
  const small = new BoundMarket();
  await small.grant("100", [PRINCIPAL, AGENT, RIVAL, SECOND, THIRD]);
  return small;
}

/** Either of two bound keys may be the one that names the owner. */
const BOTH_WAYS = [
  { one: "the smaller", first: AGENT, second: SECOND },
  { one: "the larger", first: SECOND, second: AGENT },
];

describe("after two keys were bound", () => {
  test("one cannot take a contract of the other", async () => {
    const small = await market();
    const id = await small.another();
    await small.bind(PRINCIPAL, SECOND);
    await small.bind(SECOND, THIRD);
    for (const key of [SECOND, THIRD]) {
      expect(codeOf(await small.act(key, id, "bond"))).toBe("own_contract");
    }
    expect(codeOf(await small.act(RIVAL, id, "bond"))).toBe("recorded");
  });

  test.each(BOTH_WAYS)("one cannot sit where $one sat", async ({ first, second }) => {
    const small = await market();
    const id = await small.another();
    await small.must(first, id, "bond");
    await small.must(first, id, "investigate", { command: "cat Makefile" });
    await small.must(first, id, "decline");
    await small.bind(first, second);
    expect(codeOf(await small.act(second, id, "bond"))).toBe("held_before");
    expect(codeOf(await small.act(RIVAL, id, "bond"))).toBe("recorded");
  });

  test("one cannot work where the other judges", async () => {
    const small = await market();
    const id = await small.post(sampleTerms(EXTERNAL_COURT));
    await small.bind(JUDGE, SECOND);
    expect(codeOf(await small.act(SECOND, id, "bond"))).toBe("conflict_of_interest");
  });

  test("one cannot post where the other judges", async () => {
    const small = await market();
    await small.bind(JUDGE, PRINCIPAL);
    const entry = await signOn(
      small.store,
      null,
      PRINCIPAL,
      {
        type: "post",
        data: { terms: termsJson(sampleTerms(EXTERNAL_COURT)) },
      },
      small.nowMs,
    );
    const posted = await recordAct(small.needs(), { entry, contract: null });
    expect(posted).toEqual({
      ok: false,
      refusal: { code: "conflict_of_interest", author: PRINCIPAL.party },
    });
    expect(await small.another()).toBeDefined();
  });

  test.each(BOTH_WAYS)("one waits after $one left without a look", async ({ first, second }) => {
    const small = await market();
    await small.bind(first, second);
    const id = await small.another();
    await small.must(first, id, "bond");
    await small.must(first, id, "decline");
    const next = await small.another();
    expect(await small.act(second, next, "bond")).toEqual({
      ok: false,
      refusal: { code: "seat_too_soon", secondsLeft: 60 },
    });
    expect(codeOf(await small.act(RIVAL, next, "bond"))).toBe("recorded");
  });

  test.each(BOTH_WAYS)("one waits after $one was silent in its seat", async ({ first, second }) => {
    const small = await market();
    await small.bind(first, second);
    await small.must(first, await small.another(), "bond");
    small.nowMs += 121_000;
    await fireDeadlines(small.needs());
    const next = await small.another();
    expect(codeOf(await small.act(second, next, "bond"))).toBe("seat_too_soon");
  });

  test("one has the seats of the other within its limit", async () => {
    const small = await market();
    await small.bind(AGENT, SECOND);
    const limits = { openContracts: 2, seats: 1 };
    const take = async (by: Signer, contract: ContractId) => {
      const entry = await small.sign(by, contract, "bond", {});
      return codeOf(await recordAct(small.needs({ limits }), { entry, contract }));
    };
    const [id, next] = [await small.another(), await small.another()];
    expect(await take(AGENT, id)).toBe("recorded");
    expect(await take(SECOND, next)).toBe("too_many_seats");
    expect(await take(RIVAL, next)).toBe("recorded");
  });
});

describe("a binding is refused", () => {
  test.each<{ when: string; changes: (good: Binding) => Partial<Binding>; code: string }>([
    {
      when: "only one key signed",
      changes: ({ signatures }) => ({ signatures: [signatures[0], signatures[0]] }),
      code: "bad_signature",
    },
    {
      when: "it names another key",
      changes: ({ parties }) => ({ parties: [parties[0], `nostr:${"ab".repeat(32)}` as Party] }),
      code: "bad_signature",
    },
    {
      when: "its parties are in the other order",
      changes: ({ parties: [a, b] }) => ({ parties: [b, a] }),
      code: "bad_origin",
    },
  ])("when $when", async ({ changes, code }) => {
    const small = await market();
    const good = bindingOf(AGENT, SECOND, small.nowSeconds());
    expect(codeOf(await small.bind(AGENT, SECOND, changes(good)))).toBe(code);
    expect(await small.store.owners.of([AGENT.party, SECOND.party])).toEqual(new Map());
  });

  test("when it is issued more than 30 s ahead; it may be as old as it likes", async () => {
    const small = await market();
    const issued = (seconds: number) =>
      bindKeys(small.needs(), bindingOf(AGENT, SECOND, small.nowSeconds() + seconds));
    expect(codeOf(await issued(31))).toBe("bad_origin");
    expect(codeOf(await issued(30))).toBe("recorded");
    expect(codeOf(await issued(-100_000_000))).toBe("recorded");
  });

  test("when the owner would have too many keys", async () => {
    const small = await market();
    const keys = Array.from({ length: MAX_OWNER_KEYS }, (_, at) => toySigner(`key ${at}`));
    const last = keys.pop();
    for (const key of keys) await small.bind(AGENT, key);
    expect(last && (await small.bind(AGENT, last))).toEqual({
      ok: false,
      refusal: { code: "too_many_keys", limit: MAX_OWNER_KEYS },
    });
  });
});

test("an owner is named with its keys and the statements that join them", async () => {
  const small = await market();
  const alone = { name: AGENT.party, keys: [AGENT.party], bindings: [] };
  expect(await ownerOf(small.needs(), AGENT.party)).toEqual(alone);
  const bound = await small.bind(AGENT, SECOND);
  const keys = [AGENT.party, SECOND.party].sort();
  const bindings = [bindingOf(AGENT, SECOND, small.nowSeconds())];
  const owner = { name: keys[0], keys, bindings };
  expect(bound).toEqual({ ok: true, value: owner });
  expect(await ownerOf(small.needs(), SECOND.party)).toEqual(owner);
});

test("an act asks for owners once", async () => {
  const small = await market();
  const id = await small.another();
  const { owners } = small.store;
  const asked: (readonly Party[])[] = [];
  const answer = owners.of.bind(owners);
  owners.of = (parties) => {
    asked.push(parties);
    return answer(parties);
  };
  await small.must(AGENT, id, "bond");
  await small.must(AGENT, id, "decline");
  expect(asked).toHaveLength(2);
  expect(new Set(asked[0])).toEqual(new Set([PRINCIPAL.party, AGENT.party, SERVER.party]));
});
