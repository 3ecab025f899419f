import { drawing, PRINCIPAL, revealing, SERVER, seating } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { timeoutAct } from "../clocks.ts";
import { actTable } from "../test/act-table.ts";

const drawn = timeoutAct(drawing().state).data;

actTable("panel_drawn", SERVER, [
  { when: "the nonce was revealed", told: drawing().wait(0.001), data: drawn, to: "deliberating" },
  { when: "it comes in the same millisecond", told: drawing(), data: drawn, to: "too_early" },
  { when: "nothing was revealed", told: revealing().wait(301), data: drawn, to: "wrong_phase" },
  { when: "it was written before", told: seating().wait(1_801), data: drawn, to: "wrong_phase" },
  {
    when: "it names others",
    told: drawing().wait(0.001),
    data: { ...drawn, arbiters: [] },
    to: "malformed_act",
  },
  {
    when: "it names another seed",
    told: drawing().wait(0.001),
    data: { ...drawn, seed: "00".repeat(32) },
    to: "malformed_act",
  },
  { when: "a side writes it", told: drawing().wait(0.001), by: PRINCIPAL, to: "server_only" },
]);

test("the three have their own clock from here", () => {
  const told = seating();
  expect(told.state.deadline).toEqual({
    kind: "acceptance",
    atMs: told.nowMs + 1_800_000,
    waitingFor: "panel",
  });
});
