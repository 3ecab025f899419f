/**
 * The vectors of trajectories: files with their hashes, counts and signatures, and files that are
 * refused. The format is explained beside the file, in `spec/vectors/README.md`.
 */
import {
  callLine,
  countsOf,
  Float,
  invariant,
  type Json,
  type JsonObject,
  matchStatement,
  outlineHash,
  type Result,
  readLines,
  readReplay,
  redact,
  replayLine,
  replayText,
  rfc8785,
  signTrajectory,
  statementJson,
  type Trajectory,
  trajectoryHash,
  wrongCounts,
} from "@bazaar/kernel";
import { signer } from "@bazaar/keys";
import { sampleReplayLines, sampleTrajectory } from "@bazaar/testkit";

const PROVIDER = signer("02".repeat(32));
const JOB = { jobHash: `sha256:${"ab".repeat(32)}`, contract: "cd".repeat(32) };

/** Numbers and keys that implementations print or sort in different ways. */
const ODD_PARAMS: JsonObject = {
  doubles: [0.1, 1e21, 1e-7, 1.5e300, 5e-324, 123456789012345680000, 0.000001].map(
    (value) => new Float(value),
  ),
  whole: [new Float(1), new Float(-0), new Float(1e20), 9007199254740991n, 9007199254740992n],
  single: new Float(Math.fround(0.8)),
  "\ue000": "after the next key by code point, before it by UTF-16 unit",
  "😀": 'é\u007f\u2028\u0001"\\/',
  __proto__x: null,
};

interface Case {
  readonly name: string;
  readonly text: string;
  /** Of the original, for a redacted copy. */
  readonly signed: Trajectory | null;
}

function cases(): readonly Case[] {
  const sample = sampleTrajectory();
  const odd = must(readLines(withCall(ODD_PARAMS)));
  const lines = sampleReplayLines();
  const claims = { total_tool_calls: 15n, average_step_utility: new Float(0.9) };
  const wrong = must(readLines([...lines.slice(0, -1), { ...lines.at(-1), ...claims }]));
  return [
    { name: "a session with every event", text: replayText(sample), signed: sample },
    { name: "numbers and keys that are easily hashed wrongly", text: replayText(odd), signed: odd },
    {
      name: "the same numbers and keys, spelled and ordered in another way",
      text: respelled(odd),
      signed: odd,
    },
    {
      name: "a copy whose commands are redacted",
      text: replayText(
        must(redact(sample, (_, line) => (line.tool === "shell" ? "command" : null))),
      ),
      signed: sample,
    },
    {
      name: "a copy in which everything that can be is redacted",
      text: replayText(must(redact(sample, () => "all"))),
      signed: sample,
    },
    { name: "wrong claims about itself", text: replayText(wrong), signed: null },
  ];
}

function caseJson({ name, text, signed }: Case): JsonObject {
  const trajectory = must(readReplay(text));
  const { toolCalls, latencyMs, averageStepUtility } = countsOf(trajectory);
  const statement = signed === null ? null : signTrajectory(PROVIDER, signed, JOB);
  return {
    name,
    replay: text,
    trajectory_hash: trajectoryHash(trajectory),
    outline_hash: outlineHash(trajectory),
    counts: {
      tool_calls: BigInt(toolCalls),
      latency_ms: BigInt(latencyMs),
      average_step_utility: new Float(averageStepUtility),
    },
    wrong_counts: wrongCounts(trajectory).map(({ field }) => field),
    redacted: trajectory.redacted.map(({ line }) => BigInt(line)),
    statement: statement === null ? null : statementJson(statement),
    matches: statement === null ? null : must(matchStatement(statement, trajectory)),
  };
}

/** Each is the sample with one change. */
const REFUSED: readonly {
  readonly name: string;
  readonly line: number;
  readonly text: () => string;
}[] = [
  { name: "no end", line: 14, text: () => joined(sampleReplayLines().slice(0, -1)) },
  { name: "no header", line: 1, text: () => joined(sampleReplayLines().slice(1)) },
  { name: "a result before its call", line: 4, text: () => moved(3, 4) },
  { name: "changed parameters", line: 4, text: () => replaced("src/button.tsx", "src/other.tsx") },
  { name: "time that goes back", line: 8, text: () => replaced("04:10Z", "04:01Z") },
  {
    name: "a status in lower case",
    line: 15,
    text: () =>
      replaced(
        '"status":"Success","t":"2026-01-02T03:04:16Z"',
        '"status":"success","t":"2026-01-02T03:04:16Z"',
      ),
  },
  {
    name: "an upper-case hash",
    line: 3,
    text: () => replaced('"plan_hash":"sha256:', '"plan_hash":"SHA256:'),
  },
  {
    name: "a second key of the same name",
    line: 2,
    text: () => replaced('"issue_number":42', '"issue_number":42,"issue_number":43'),
  },
  {
    name: "an integer that no double holds",
    line: 2,
    text: () => replaced('"issue_number":42', '"issue_number":42,"n":9007199254740993'),
  },
  { name: "an empty line", line: 16, text: () => `${joined(sampleReplayLines())}\n` },
];

export function trajectoryVectors(): string {
  const accepted = cases().map((one) => canonical(caseJson(one)));
  const refused = REFUSED.map(({ name, line, text }) =>
    canonical({ name, line: BigInt(line), replay: text() }),
  );
  return `{"cases":[\n${accepted.join(",\n")}\n],"refused":[\n${refused.join(",\n")}\n]}\n`;
}

function withCall(params: Json): readonly JsonObject[] {
  const facts = { t: "2026-01-02T03:04:07Z", id: "tc_001", tool: "file_read", stepId: "step-1" };
  const call = must(callLine({ ...facts, params }));
  return sampleReplayLines().map((line, at) => (at === 3 ? call : line));
}

function respelled(trajectory: Trajectory): string {
  const text = replayText(trajectory)
    .replace('"confidence":0.92', '"confidence" : 920e-3')
    .replace("100000000000000000000", "1E+20")
    .replace("0.000001", "1e-6");
  const moved = text.replace(/^\{(.*),"event":"SessionEnd"/m, '{"event":"SessionEnd",$1');
  invariant(moved !== text, "a field was moved");
  return moved.trimEnd();
}

function moved(from: number, to: number): string {
  const lines = [...sampleReplayLines()];
  [lines[from], lines[to]] = [lines[to] ?? {}, lines[from] ?? {}];
  return joined(lines);
}

function replaced(from: string, to: string): string {
  const text = joined(sampleReplayLines());
  invariant(text.includes(from), `the sample contains ${from}`);
  return text.replace(from, to);
}

function joined(lines: readonly JsonObject[]): string {
  return lines.map((line) => must(replayLine(line))).join("");
}

function canonical(value: JsonObject): string {
  return must(rfc8785(value, "doubles"));
}

function must<T>(result: Result<T>): T {
  invariant(result.ok, `a vector is valid: ${result.ok || JSON.stringify(result.refusal)}`);
  return result.value;
}
