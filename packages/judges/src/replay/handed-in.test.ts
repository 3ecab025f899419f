import { AGENT, PRINCIPAL } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { disputed } from "../../test/cases.ts";
import { sampleSeedOf } from "./handed-in.ts";

const story = disputed();
const transcript = story.transcript();
const at = transcript.entries.findLastIndex(({ type }) => type === "fix");
const seed = sampleSeedOf(transcript, at);

test("everyone who has the transcript draws the same samples, however long the case becomes", () => {
  const upToReport = { ...transcript, entries: transcript.entries.slice(0, at + 2) };
  expect(sampleSeedOf(upToReport, at)).toBe(seed);
  expect(seed).toMatch(/^[0-9a-f]{64}$/);
});

test("the agent cannot know at hand-in which samples are drawn", () => {
  const later = transcript.receivedAt.with(at, (transcript.receivedAt[at] ?? 0) + 1);
  expect(sampleSeedOf({ ...transcript, receivedAt: later }, at)).not.toBe(seed);
  const report = { success: false, explanation: "not good", evidence: { exit_code: 2n } };
  const answered = disputed({ verify: report }).transcript();
  expect(answered.entries[at]).toEqual(transcript.entries[at]);
  expect(sampleSeedOf(answered, at)).not.toBe(seed);
});

test("nothing that the agent says afterwards draws other samples", () => {
  expect(transcript.entries.slice(at + 2).map(({ author }) => author)).toContain(AGENT.party);
  expect(transcript.entries[at + 1]).toMatchObject({ type: "verify", author: PRINCIPAL.party });
  const argued = disputed({ filed: "look again" }).transcript();
  expect(sampleSeedOf(argued, at)).toBe(seed);
});
