import { AGENT, sampleTerms } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { isWanted } from "./filter.ts";

test("an agent takes commands that anyone may take", () => {
  expect(isWanted({}, sampleTerms())).toBe(true);
});

test.each([
  { what: "a job", terms: sampleTerms({ work: { kind: "run", spec: { command: "make" } } }) },
  {
    what: "a task that was agreed on in words",
    terms: sampleTerms({ work: { kind: "task", spec: { task: "a poem" }, expiresSeconds: null } }),
  },
  { what: "a command for one agent", terms: sampleTerms({ agent: AGENT.party }) },
])("an agent passes over $what", ({ terms }) => {
  expect(isWanted({}, terms)).toBe(false);
});
