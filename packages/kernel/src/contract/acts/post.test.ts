import {
  AGENT,
  awaitingDeposit,
  freeTerms,
  PRINCIPAL,
  RIVAL,
  SERVER,
  Story,
  samplePot,
  sampleTerms,
  story,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import type { JsonObject } from "../../canonical/json.ts";
import type { Signer } from "../../identity/signer.ts";
import type { Terms } from "../terms.ts";
import { termsJson } from "../terms-json.ts";

interface Row {
  readonly when: string;
  readonly terms: Terms;
  readonly by?: Signer;
  readonly data?: JsonObject;
  readonly to: string;
}

test.each<Row>([
  { when: "the ledger holds the deposit", terms: sampleTerms(), to: "open" },
  { when: "nothing is due", terms: freeTerms(), to: "open" },
  {
    when: "the rail is slow",
    terms: sampleTerms({ pots: [samplePot({ rail: "nano" })] }),
    to: "unfunded",
  },
  { when: "another party posts it", terms: sampleTerms(), by: RIVAL, to: "not_a_party" },
  { when: "the server posts it", terms: sampleTerms(), by: SERVER, to: "not_a_party" },
  { when: "there are no terms", terms: sampleTerms(), data: {}, to: "malformed_terms" },
  {
    when: "a field of the terms is unknown",
    terms: sampleTerms(),
    data: { terms: { ...termsJson(sampleTerms()), tip: "1" } },
    to: "malformed_terms",
  },
])("when $when → $to", ({ terms, by = PRINCIPAL, data, to }) => {
  expect(new Story(terms).leadsTo(by, "post", data)).toBe(to);
});

test("a contract is posted once", () => {
  const told = story();
  expect(told.refusal(PRINCIPAL, "post")).toEqual({
    code: "contract_exists",
    contract: told.state.id,
  });
});

test("every other act needs a posted contract", () => {
  expect(new Story(sampleTerms()).leadsTo(AGENT, "bond")).toBe("unknown_contract");
});

test("the pickup clock starts when the contract is listed", () => {
  const told = story();
  const atMs = told.nowMs + 30_000;
  expect(told.state.deadline).toEqual({ kind: "pickup", atMs, waitingFor: "any_agent" });
  const slow = awaitingDeposit();
  expect(slow.state.deadline).toMatchObject({ kind: "funding", waitingFor: "principal" });
});
