import {
  AGENT,
  ARBITERS,
  calling,
  deliberating,
  drawing,
  PRINCIPAL,
  RIVAL,
  revealing,
  SAMPLE_NONCE,
  SERVER,
  type Story,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import { actTable, textLimit } from "../test/act-table.ts";

const wrong = (told: Story, times: number): Story => {
  for (let at = 0; at < times; at += 1)
    told.act(PRINCIPAL, "dispute_reveal", { nonce: `no ${at}` });
  return told;
};

actTable("dispute_reveal", PRINCIPAL, [
  { when: "it opens the commitment", told: revealing(), to: "deliberating" },
  { when: "it comes at the deadline", told: revealing().wait(300), to: "deliberating" },
  { when: "it comes late", told: revealing().wait(300.001), to: "deadline_passed" },
  { when: "the panel was not called", told: calling(), to: "wrong_stage" },
  { when: "it was revealed before", told: drawing(), to: "wrong_stage" },
  { when: "a tier has the case", told: deliberating(), to: "wrong_phase" },
  { when: "the other side sends it", told: revealing(), by: AGENT, to: "not_yours_to_reveal" },
  { when: "a stranger sends it", told: revealing(), by: RIVAL, to: "not_a_party" },
  { when: "four were wrong", told: wrong(revealing(), 4), to: "deliberating" },
  { when: "five were wrong", told: wrong(revealing(), 5), to: "nonces_exhausted" },
  { when: "it is empty", told: revealing(), data: { nonce: "" }, to: "malformed_act" },
]);

textLimit("dispute_reveal", PRINCIPAL, {
  field: "nonce",
  max: 200,
  isOptional: false,
  told: revealing,
  to: "deliberating",
});

test("a wrong nonce is counted, and leaves the clock and the pool", () => {
  const before = revealing();
  const told = wrong(revealing(), 1);
  expect(told.state.deadline).toEqual(before.state.deadline);
  expect(told.state.case?.panel).toEqual({ ...before.state.case?.panel, wrongNonces: 1 });
});

test("after the draw the state keeps those who can be asked, and not the pool", () => {
  const panel = drawing().state.case?.panel;
  expect(panel?.call).toBeNull();
  expect(panel?.arbiters.map(({ id, is }) => `${id} ${is}`)).toEqual([
    "@1 asked",
    "@2 asked",
    "@3 asked",
  ]);
  expect(panel?.reserve.map(({ id }) => id)).toEqual(["@4", "@0"]);
});

test("another nonce of the server gives another draw, from the same pool and nonce", () => {
  const told = calling();
  const pool = ARBITERS.map(({ party }, at) => [`@${at}`, party]);
  const call = { question: 0n, dispute: "d", proposal: "prop_sample", pool };
  told.act(SERVER, "panel_called", { ...call, server_nonce: "01".repeat(16) });
  told.act(PRINCIPAL, "dispute_reveal", { nonce: SAMPLE_NONCE });
  expect(told.state.case?.panel?.seed).not.toBe(drawing().state.case?.panel?.seed);
});
