import { sampleTrajectory } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { MAX_REPLAY_LENGTH } from "./limits.ts";
import { bundleText, readBundle } from "./replay-bundle.ts";
import { trajectoryHash } from "./trajectory-hash.ts";

const sample = sampleTrajectory();
const text = bundleText(sample);

test("a bundle has the session's id, its steps and what is around them", () => {
  const bundle = JSON.parse(text);
  expect(Object.keys(bundle).sort()).toEqual(["metadata", "session_id", "steps"]);
  expect(bundle.session_id).toBe("session_abc123");
  expect(bundle.steps.map(({ event }: { event: string }) => event)).toHaveLength(12);
  expect(bundle.metadata).toMatchObject({
    replay_header: { event: "ReplayHeader" },
    session_start: { event: "SessionStart" },
    session_end: { event: "SessionEnd" },
  });
});

test("a bundle has the hash of the file that it stands for", () => {
  const read = readBundle(text);
  expect(read.ok && trajectoryHash(read.value)).toBe(trajectoryHash(sample));
});

test.each([
  { when: "it is no JSON", input: "{", line: 0, field: "" },
  { when: "it is too long", input: " ".repeat(MAX_REPLAY_LENGTH + 2_001), line: 0, field: "" },
  { when: "it is a list", input: "[]", line: 0, field: "" },
  { when: "a key comes twice", input: '{"steps":[],"steps":[]}', line: 0, field: "" },
  {
    when: "there are no steps",
    input: '{"session_id":"a","metadata":{}}',
    line: 0,
    field: "steps",
  },
  {
    when: "a step is no object",
    input: '{"session_id":"a","metadata":{},"steps":[1]}',
    line: 0,
    field: "steps[0]",
  },
  {
    when: "metadata has no header",
    input: '{"session_id":"a","metadata":{},"steps":[]}',
    line: 0,
    field: "metadata.replay_header",
  },
  {
    when: "the session is another one",
    input: text.replace('"session_id":"session_abc123","steps"', '"session_id":"b","steps"'),
    line: 0,
    field: "session_id",
  },
  {
    when: "a line breaks a rule, named by its number in a file",
    input: text.replace('"tool":"file_read"', '"tool":""'),
    line: 4,
    field: "tool",
  },
])("a bundle is refused when $when", ({ input, line, field }) => {
  expect(readBundle(input)).toMatchObject({
    refusal: { code: "malformed_trajectory", line, field },
  });
});
