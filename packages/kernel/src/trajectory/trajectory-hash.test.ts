import { sampleReplayLines, sampleTrajectory } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { sha256Hex } from "../canonical/hash.ts";
import { Float, type JsonObject } from "../canonical/json.ts";
import { readLines, readReplay, type Trajectory } from "./read-replay.ts";
import { outlineHash, trajectoryHash } from "./trajectory-hash.ts";
import { replayText } from "./write-replay.ts";

function read(lines: readonly JsonObject[]): Trajectory {
  const result = readLines(lines);
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
}

test("the trajectory hash is that of all lines, joined as a list", () => {
  const sample = sampleTrajectory();
  const list = `[${replayText(sample).trimEnd().split("\n").join(",")}]`;
  expect(trajectoryHash(sample)).toBe(`sha256:${sha256Hex(list)}`);
});

test("the spelling of a number or the order of keys does not change a hash", () => {
  const sample = sampleTrajectory();
  const spelled = replayText(sample).replace('"confidence":0.92', '"confidence":9.20e-1');
  const again = readReplay(spelled);
  expect(again.ok && trajectoryHash(again.value)).toBe(trajectoryHash(sample));
  expect(again.ok && outlineHash(again.value)).toBe(outlineHash(sample));
});

test("every field of every line counts, unknown ones included", () => {
  const lines = sampleReplayLines();
  const seen = new Set([trajectoryHash(sampleTrajectory())]);
  const outlines = new Set([outlineHash(sampleTrajectory())]);
  for (const at of lines.keys()) {
    const other = read(lines.map((line, index) => (index === at ? { ...line, extra: 1n } : line)));
    seen.add(trajectoryHash(other));
    outlines.add(outlineHash(other));
  }
  expect(seen.size).toBe(lines.length + 1);
  expect(outlines.size).toBe(lines.length + 1);
});

test("the outline leaves out content that has a hash beside it, and nothing else", () => {
  const lines = sampleReplayLines();
  const full = read(
    lines.map((line) =>
      line.id === "tc_001" && line.event === "ToolResult"
        ? { ...line, output: "const button = 1;\n" }
        : line,
    ),
  );
  const short = sampleTrajectory();
  expect(outlineHash(full)).toBe(outlineHash(short));
  expect(trajectoryHash(full)).not.toBe(trajectoryHash(short));
  const unknown = read(
    lines.map((line) =>
      line.event === "Thought" ? { ...line, params: 1n, params_hash: "x" } : line,
    ),
  );
  const other = read(
    lines.map((line) =>
      line.event === "Thought" ? { ...line, params: 2n, params_hash: "x" } : line,
    ),
  );
  expect(outlineHash(unknown)).not.toBe(outlineHash(other));
});

test("a key called __proto__ is hashed as any other", () => {
  const evil = (value: number) =>
    read(
      sampleReplayLines().map((line) =>
        line.event === "Thought"
          ? (Object.defineProperty({ ...line }, "__proto__", {
              value: new Float(value),
              enumerable: true,
            }) as JsonObject)
          : line,
      ),
    );
  expect(trajectoryHash(evil(1))).not.toBe(trajectoryHash(evil(2)));
  expect(outlineHash(evil(1))).not.toBe(outlineHash(evil(2)));
});
