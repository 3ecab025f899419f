import {
  AGENT,
  accepted,
  awaitingDeposit,
  bonded,
  contested,
  fixed,
  PRINCIPAL,
  SERVER,
  type Story,
  story,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import { clockAct } from "../test/clock-act.ts";

const asked = (told: Story): Story => told.act(AGENT, "investigate");
const exhausted = (): Story =>
  fixed({ rules: { maxAttempts: 1 } }).act(PRINCIPAL, "verify", { success: false });

clockAct("auto_cancel", [
  {
    when: "no deposit came",
    told: awaitingDeposit,
    says: { reason: "unfunded" },
  },
  { when: "no agent came", told: story, says: { reason: "unclaimed" } },
  {
    when: "a command waits before acceptance",
    told: () => asked(bonded()),
    says: { reason: "principal_silent" },
  },
  {
    when: "a command waits after it",
    told: () => asked(accepted()),
    says: { reason: "principal_silent" },
  },
  {
    when: "attempts are exhausted",
    told: exhausted,
    says: { reason: "exhausted" },
  },
  {
    when: "the review was rejected",
    told: contested,
    says: { reason: "rejected" },
  },
]);

test("the refusal names the whole data and says what it should be", () => {
  const told = story().wait(30.001);
  expect(told.refusal(SERVER, "auto_cancel", {})).toEqual({
    code: "malformed_act",
    act: "auto_cancel",
    field: "data",
    problem: 'expected {"reason":"unclaimed"}',
  });
});

test.each([
  { how: "a rejection", told: contested(), reason: "rejected" },
  { how: "the last failure", told: exhausted(), reason: "exhausted" },
])("$how, left alone, cancels", ({ told, reason }) => {
  told.lapse();
  expect(told.phase).toBe("canceled");
  expect(told.transcript().entries.at(-1)?.data).toEqual({ reason });
  expect(told.paid).toBe("principal 0.62, agent 0.67, platform 0.05");
});

test("only the server writes it", () => {
  expect(story().leadsTo(PRINCIPAL, "auto_cancel")).toBe("server_only");
});
