/** Which bench hears a case first: the check is run again only over a fix of the sitting agent. */
import {
  AGENT,
  accepted,
  contested,
  fixed,
  PRINCIPAL,
  RIVAL,
  reviewed,
  type Story,
} from "@bazaar/testkit";
import { expect, test } from "vitest";

const checkable = { work: { kind: "run", spec: { command: "make test" } } } as const;
const failed = (told: Story): Story =>
  told.act(AGENT, "fix").act(PRINCIPAL, "verify", { success: false });
const paused = (told: Story): Story => told.act(PRINCIPAL, "halt").wait(9).act(PRINCIPAL, "resume");
const takenOver = (told: Story): Story =>
  told.act(AGENT, "back_out").act(RIVAL, "bond").act(RIVAL, "accept");
const noGrace = { ...checkable, rules: { graceSeconds: 0 } };
const autonomous = { ...checkable, rules: { mode: "autonomous" } } as const;

const benches: { when: string; told: () => Story; bench: string }[] = [
  { when: "no fix was submitted", told: () => accepted(checkable), bench: "district" },
  {
    when: "no fix was submitted and grace is over",
    told: () => accepted(checkable).wait(31),
    bench: "district",
  },
  {
    when: "no fix was submitted and there was no grace",
    told: () => accepted(noGrace),
    bench: "district",
  },
  {
    when: "a halt was lifted before any fix",
    told: () => paused(accepted(checkable)),
    bench: "district",
  },
  {
    when: "a halt after the grace was lifted before any fix",
    told: () => paused(accepted(checkable).wait(31)),
    bench: "district",
  },
  {
    when: "a halt was lifted before any fix and there was no grace",
    told: () => paused(accepted(noGrace)),
    bench: "district",
  },
  {
    when: "a halt was lifted at the very end of the grace",
    told: () => paused(accepted(checkable).wait(30)),
    bench: "district",
  },
  { when: "a fix is verified", told: () => fixed(checkable), bench: "replay" },
  { when: "a fix is reviewed", told: () => reviewed(checkable), bench: "replay" },
  { when: "a fix is reviewed at once", told: () => fixed(autonomous), bench: "replay" },
  { when: "there was no grace and a fix", told: () => fixed(noGrace), bench: "replay" },
  { when: "a fix failed", told: () => failed(accepted(checkable)), bench: "replay" },
  {
    when: "a halt was lifted after a fix",
    told: () => paused(fixed(checkable)),
    bench: "replay",
  },
  {
    when: "a halt was lifted after a fix failed",
    told: () => paused(failed(accepted(checkable))),
    bench: "replay",
  },
  {
    when: "a fix came after a lifted halt",
    told: () => paused(accepted(checkable)).act(AGENT, "fix"),
    bench: "replay",
  },
  {
    when: "only the agent before had handed something in",
    told: () => takenOver(failed(accepted(checkable))),
    bench: "district",
  },
  {
    when: "the next agent has handed something in",
    told: () => takenOver(failed(accepted(checkable))).act(RIVAL, "fix"),
    bench: "replay",
  },
];

test.each(benches)("when $when a dispute begins at $bench, and so does a halt", (row) => {
  const task = row.bench === "replay" ? "run_check" : "ask_judge";
  const asked = row.told().act(PRINCIPAL, "dispute_filed").lapse();
  expect(asked.state.case?.bench).toBe(row.bench);
  expect(asked.tasks.at(-1)?.kind).toBe(task);
  const stopped = row.told().act(PRINCIPAL, "halt");
  expect(stopped.state.case?.bench).toBe(row.bench);
  expect(stopped.tasks.at(-1)?.kind).toBe(task);
});

test("the check is run again when the agent disputes a rejected fix, not without a fix", () => {
  expect(contested(checkable).act(AGENT, "dispute_filed").state.case?.bench).toBe("replay");
  expect(accepted(checkable).act(AGENT, "dispute_filed").state.case?.bench).toBe("district");
});
