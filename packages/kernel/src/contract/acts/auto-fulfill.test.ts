import { AGENT, contested, fixed, reviewed, SERVER } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { actTable } from "../test/act-table.ts";
import { clockAct } from "../test/clock-act.ts";

clockAct("auto_fulfill", [{ when: "a review runs", told: reviewed, says: {} }]);

test("a silent buyer fulfils where the terms do not say what to run", () => {
  const told = reviewed({ work: { kind: "patch", spec: { command: "make test" } } });
  expect(told.lapse().phase).toBe("fulfilled");
});

test("a silent principal fulfils the contract", () => {
  const told = fixed().lapse();
  expect(told.leadsTo(SERVER, "auto_fulfill")).toBe("too_early");
  expect(told.lapse().paid).toBe("agent 1.12, principal 0.17, platform 0.05");
});

actTable("auto_fulfill", SERVER, [
  {
    when: "the check can be run again instead",
    told: reviewed({ work: { kind: "run", spec: { command: "make test" } } }).wait(7_200.001),
    to: "wrong_phase",
  },
  { when: "the fix is still being verified", told: fixed().wait(420.001), to: "wrong_phase" },
  { when: "the review was rejected", told: contested(), to: "wrong_phase" },
  { when: "the contract has ended", told: reviewed().lapse(), to: "contract_ended" },
]);

test("only the server writes it", () => {
  expect(reviewed().wait(7_200.001).leadsTo(AGENT, "auto_fulfill")).toBe("server_only");
});
