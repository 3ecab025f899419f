import type { Connection, Contract } from "@bazaar/doors/connection";
import { chainJson, sha256Hex } from "@bazaar/kernel";
import type { Checked } from "@bazaar/market/ports";
import { jobEnvelope, resultEnvelope } from "@bazaar/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  does,
  InProcess,
  taken,
} from "../../../../../packages/doors/src/http/connect/test/in-process.ts";
import { endedWords } from "./ended-words.ts";

const TEXT = "oa.text_gen.v1";
const RIGHT = { text: "Hello.", claimed_sha256: sha256Hex("Hello.") };
const WRONG = { text: "Hello.", claimed_sha256: "0".repeat(64) };
const LONG_MS = 48 * 3_600_000;

let place: InProcess;
/** Of the check that the market runs again. */
let checked: Checked | null;
let buyer: Connection;
let provider: Connection;

beforeEach(async () => {
  checked = null;
  place = await InProcess.open({
    needs: (needs) => ({ ...needs, checker: { run: async () => checked } }),
  });
  buyer = place.connect();
  provider = place.connect();
});

afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

async function posted(): Promise<Contract> {
  const budget = { amount: "1", currency: "XNO" };
  const document = { ...jobEnvelope(TEXT), budget, provider: provider.party, max_attempts: 1n };
  return taken(await buyer.post(document)).contract;
}

const accepted = async () => does(provider, await posted(), "accept");

const handedIn = async () =>
  does(provider, await accepted(), "fix", {
    fix: chainJson(resultEnvelope(TEXT, provider.party)),
  });

/** What is said once everybody has been silent for long. */
async function inTheEnd(contract: Contract): Promise<string> {
  await place.clock.sleep(LONG_MS);
  return endedWords(taken(await buyer.contract(contract.id)));
}

const rejected = async () =>
  does(buyer, await handedIn(), "verify", {
    success: false,
    evidence: WRONG,
  });

test.each<{ what: string; play: () => Promise<Contract>; says: string }>([
  {
    what: "declined",
    play: async () => does(provider, await posted(), "decline", { reason: "needs a model" }),
    says: "canceled: the provider declined: needs a model",
  },
  {
    what: "given back",
    play: async () => does(provider, await accepted(), "back_out", { reason: "it hangs" }),
    says: "canceled: the provider gave it back: it hangs",
  },
  { what: "not taken", play: posted, says: "canceled: nobody accepted it in time" },
  {
    what: "not handed in",
    play: accepted,
    says: "canceled: the provider handed nothing in in time",
  },
  {
    what: "rejected",
    play: rejected,
    says: "canceled: no result passed, and the provider did not dispute",
  },
  {
    what: "canceled by its buyer",
    play: async () => does(buyer, await posted(), "cancel", { reason: "never mind" }),
    says: "canceled: you canceled it: never mind",
  },
  {
    what: "paid",
    play: async () => does(buyer, await handedIn(), "verify", { success: true }),
    says: "fulfilled: the provider is paid",
  },
])("of a job that was $what: $says", async ({ play, says }) => {
  expect(await inTheEnd(await play())).toBe(says);
});

test.each([
  { verdict: "pass", evidence: RIGHT, says: "resolved: for the provider" },
  { verdict: "fail", evidence: WRONG, says: "resolved: for you" },
  {
    verdict: "no_verdict",
    evidence: { reason: "It broke." },
    says: "resolved: the price is split",
  },
] as const)(
  "of a disputed job whose check comes to $verdict: $says",
  async ({ says, ...found }) => {
    checked = found;
    const filed = await does(buyer, await handedIn(), "dispute_filed", { argument: "it is not" });
    expect(
      await inTheEnd(await does(provider, filed, "dispute_response", { argument: "it is" })),
    ).toBe(says);
  },
);

test("of one that its provider may still dispute: until when", async () => {
  expect(endedWords(await rejected())).toMatch(
    /^not paid; the money comes back at \d{4}-\S+Z unless/,
  );
});

test("a reason is cut, however long it is", async () => {
  const reason = "x".repeat(2_000);
  const words = await inTheEnd(await does(provider, await posted(), "decline", { reason }));
  expect(words.length).toBeLessThan(400);
});
