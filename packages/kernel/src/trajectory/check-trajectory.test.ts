import { sampleTrajectory, toySigner, toyVerify } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { checkTrajectory } from "./check-trajectory.ts";
import { redact } from "./redact.ts";
import { signTrajectory } from "./statement.ts";
import { trajectoryHash } from "./trajectory-hash.ts";
import { replayText } from "./write-replay.ts";

const sample = sampleTrajectory();
const text = replayText(sample);
const provider = toySigner("provider");
const job = { jobHash: `sha256:${"ab".repeat(32)}`, contract: "cd".repeat(32) };
const statement = signTrajectory(provider, sample, job);
const expected = {
  ...job,
  provider: provider.party,
  sessionId: "session_abc123",
  trajectoryHash: trajectoryHash(sample),
};
const copy = redact(sample, () => "all");
const redacted = copy.ok ? replayText(copy.value) : "";
const OTHER = `sha256:${"00".repeat(32)}`;

test("a signed trajectory is what the result names", () => {
  expect(checkTrajectory({ text, statement }, expected, toyVerify)).toMatchObject({
    ok: true,
    value: { signed: "whole", wrongCounts: [], trajectory: { redacted: [] } },
  });
});

test("a redacted copy stands for its original if the provider signed that", () => {
  expect(checkTrajectory({ text: redacted, statement }, expected, toyVerify)).toMatchObject({
    ok: true,
    value: { signed: "outline" },
  });
  const unsigned = checkTrajectory({ text: redacted, statement: null }, expected, toyVerify);
  expect(unsigned).toMatchObject({ refusal: { field: "trajectory_hash" } });
});

test("without a statement the hash still decides, and the answer says that nobody signed", () => {
  const { trajectoryHash: hash } = expected;
  const delivered = { text, statement: null };
  expect(checkTrajectory(delivered, { trajectoryHash: hash }, toyVerify)).toMatchObject({
    ok: true,
    value: { signed: "unsigned" },
  });
});

test("wrong claims are reported, not refused", () => {
  const lying = text.replace('"total_tool_calls":3', '"total_tool_calls":15');
  expect(checkTrajectory({ text: lying, statement: null }, {}, toyVerify)).toMatchObject({
    ok: true,
    value: { wrongCounts: [{ field: "total_tool_calls", claimed: 15, counted: 3 }] },
  });
});

test.each([
  { when: "it cannot be read", delivered: { text: "", statement }, code: "malformed_trajectory" },
  {
    when: "the signature is another's",
    delivered: { text, statement: { ...statement, provider: toySigner("x").party } },
    code: "bad_signature",
  },
  {
    when: "the signed file is another",
    delivered: { text: text.replace("worker@1.2.3", "worker@9"), statement },
    code: "trajectory_differs",
  },
  {
    when: "the result names another hash",
    named: { trajectoryHash: OTHER },
    code: "trajectory_differs",
  },
  {
    when: "the result names another session",
    named: { sessionId: "x" },
    code: "trajectory_differs",
  },
  { when: "it is of another job", named: { jobHash: OTHER }, code: "trajectory_differs" },
  {
    when: "it is of another contract",
    named: { contract: "00".repeat(32) },
    code: "trajectory_differs",
  },
  {
    when: "it is of another provider",
    named: { provider: toySigner("x").party },
    code: "trajectory_differs",
  },
])("when $when → $code", ({ delivered = { text, statement }, named = {}, code }) => {
  expect(checkTrajectory(delivered, { ...expected, ...named }, toyVerify)).toMatchObject({
    refusal: { code },
  });
});

test("a copy that names another original is not what the result names", () => {
  const forged = redacted.replace(trajectoryHash(sample), OTHER);
  expect(checkTrajectory({ text: forged, statement }, expected, toyVerify)).toMatchObject({
    refusal: { field: "trajectory_hash" },
  });
});
