import { createHash } from "node:crypto";
import {
  type ContractId,
  type JsonObject,
  judge,
  namedChecks,
  readLines,
  replayLine,
  signTrajectory,
  statementJson,
  trajectoryHash,
} from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { sampleReplayLines, sampleTrajectory } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import type { ReadArtifact } from "../../job/job.ts";
import { collectTrajectory, MAX_TRAJECTORY_BYTES } from "./collect-trajectory.ts";

const provider = generateSigner();
const contract = "c".repeat(64) as ContractId;
const jobHash = `sha256:${"e".repeat(64)}`;
const CHECK = { method: "trajectory" } as const;
const WHOLE = sampleReplayLines();

interface Case {
  readonly lines?: readonly JsonObject[];
  /** What differs in the result. */
  readonly result?: JsonObject;
  readonly signer?: typeof provider;
  readonly about?: { readonly jobHash?: string; readonly contract?: ContractId };
  readonly readArtifact?: ReadArtifact;
}

function textOf(line: JsonObject): string {
  const text = replayLine(line);
  return text.ok ? text.value : "";
}

/** What the check says about a result with this trajectory. */
async function verdictOn(given: Case) {
  const { lines = WHOLE, result = {}, signer = provider, about = {} } = given;
  const bytes = Buffer.from(lines.map(textOf).join(""), "utf8");
  const name = createHash("sha256").update(bytes).digest("hex");
  const read = readLines(lines);
  // Of lines that nobody could sign, the statement is that of the whole session.
  const signed = read.ok ? read.value : sampleTrajectory();
  const statement = signTrajectory(signer, signed, { jobHash, contract, ...about });
  const stated = {
    trajectory_id: signed.start.sessionId,
    trajectory_hash: trajectoryHash(signed),
    trajectory_artifact: `sha256:${name}`,
    trajectory_statement: statementJson(statement),
    ...result,
  };
  const evidence = await collectTrajectory(
    CHECK,
    {
      payload: {},
      repository: null,
      result: Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== null)),
      sampleSeed: "",
      about: { provider: provider.party, jobHash, contract },
    },
    {
      openSandbox: async () => null,
      readArtifact: given.readArtifact ?? (async (hash) => (hash === name ? bytes : null)),
      limitMs: 1_000,
      leftMs: () => 1_000,
      signal: new AbortController().signal,
    },
  );
  const failed = namedChecks(CHECK, evidence).find(({ verdict }) => verdict !== "pass");
  return { verdict: judge(CHECK, evidence), step: failed?.name ?? null, says: failed?.details };
}

test("a whole trajectory that its provider signed for this job passes", async () => {
  expect(await verdictOn({})).toMatchObject({ verdict: "pass", step: null });
});

const changed = (at: number, changes: JsonObject): readonly JsonObject[] =>
  WHOLE.map((line, place) => (place === WHOLE.length + at ? { ...line, ...changes } : line));

const statementOf = (changes: JsonObject): JsonObject => {
  const facts = signTrajectory(provider, sampleTrajectory(), { jobHash, contract });
  return { trajectory_statement: { ...statementJson(facts), ...changes } };
};

describe("what is wrong fails, and the step says what", () => {
  test.each<{ what: string; step: string; says: string } & Case>([
    {
      what: "none",
      result: { trajectory_artifact: null },
      step: "trajectory_present",
      says: "names no trajectory",
    },
    {
      what: "no start",
      lines: [...WHOLE.slice(0, 1), ...WHOLE.slice(2)],
      step: "trajectory_readable",
      says: "SessionStart",
    },
    {
      what: "no end",
      lines: WHOLE.slice(0, -1),
      step: "trajectory_readable",
      says: "SessionEnd",
    },
    {
      what: "a plan that is not the hashed one",
      lines: WHOLE.map((line) => (line.event === "PlanStart" ? { ...line, plan: {} } : line)),
      step: "trajectory_readable",
      says: "plan",
    },
    {
      what: "one that is too long",
      readArtifact: async () => "too_long",
      step: "trajectory_readable",
      says: String(MAX_TRAJECTORY_BYTES),
    },
    {
      what: "no signature",
      result: { trajectory_statement: null },
      step: "trajectory_signed",
      says: "no signed statement",
    },
    {
      what: "a wrong signature",
      result: statementOf({ signature: "0".repeat(128) }),
      step: "trajectory_signed",
      says: "signature",
    },
    {
      what: "the signature of somebody else",
      signer: generateSigner(),
      step: "trajectory_matches",
      says: "provider",
    },
    {
      what: "that of another job",
      about: { jobHash: `sha256:${"1".repeat(64)}` },
      step: "trajectory_matches",
      says: "job_hash",
    },
    {
      what: "that of another contract",
      about: { contract: "1".repeat(64) as ContractId },
      step: "trajectory_matches",
      says: "contract",
    },
    {
      what: "another session",
      result: { trajectory_id: "session_other" },
      step: "trajectory_matches",
      says: "session_id",
    },
    {
      what: "no session",
      result: { trajectory_id: null },
      step: "trajectory_matches",
      says: "trajectory_id",
    },
    {
      what: "another hash",
      result: { trajectory_hash: `sha256:${"0".repeat(64)}` },
      step: "trajectory_matches",
      says: "trajectory_hash",
    },
    {
      what: "no hash",
      result: { trajectory_hash: null },
      step: "trajectory_matches",
      says: "trajectory_hash",
    },
    {
      what: "a wrong number of calls",
      lines: changed(-1, { total_tool_calls: 4n }),
      step: "trajectory_counts",
      says: "total_tool_calls",
    },
  ])("$what", async ({ step, says, ...given }) => {
    expect(await verdictOn(given)).toEqual({
      verdict: "fail",
      step,
      says: expect.stringContaining(says),
    });
  });
});

test("one that the market has lost is nobody's fault", async () => {
  const readArtifact = async () => null;
  expect(await verdictOn({ readArtifact })).toMatchObject({ verdict: "no_verdict" });
});
