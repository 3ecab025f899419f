/** The vectors of trajectories, computed again here and by a program in another language. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  matchStatement,
  outlineHash,
  parseJson,
  parseStatement,
  readReplay,
  rfc8785Hash,
  trajectoryHash,
  verifyStatement,
  wrongCounts,
} from "@bazaar/kernel";
import { nativeVerify } from "@bazaar/keys/native-verify";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { trajectoryVectors } from "./trajectory.ts";

interface Case {
  readonly name: string;
  readonly replay: string;
  readonly trajectory_hash: string;
  readonly outline_hash: string;
  readonly wrong_counts: readonly string[];
  readonly redacted: readonly number[];
  readonly statement: object | null;
  readonly matches: string | null;
}

const SPEC = join(import.meta.dirname, "../../spec");
const text = readFileSync(join(SPEC, "vectors/trajectories.json"), "utf8");
const { cases, refused } = JSON.parse(text) as {
  cases: Case[];
  refused: { name: string; line: number; replay: string }[];
};
const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** Both hashes of each text, by `spec/trajectory-hash.py`. */
function python(texts: readonly string[]): readonly (readonly string[])[] {
  const script = join(SPEC, "trajectory-hash.py");
  const { stdout, stderr } = spawnSync("python3", ["-X", "utf8", script, "--batch"], {
    input: texts.map((one) => `${JSON.stringify(one)}\n`).join(""),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  expect(stderr).toBe("");
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.split(" "));
}

test("the file is what npm run vectors writes", () => {
  expect(text).toBe(trajectoryVectors());
});

describe.each(cases)("$name", (one) => {
  const read = readReplay(one.replay);

  test("has its hashes, also in another implementation of RFC 8785", () => {
    expect(read.ok && [trajectoryHash(read.value), outlineHash(read.value)]).toEqual([
      one.trajectory_hash,
      one.outline_hash,
    ]);
    const lines = one.replay
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const hash = createHash("sha256").update(String(canonicalize(lines)), "utf8");
    expect(`sha256:${hash.digest("hex")}`).toBe(one.trajectory_hash);
  });

  test("claims and redactions are named", () => {
    expect(read.ok && wrongCounts(read.value).map(({ field }) => field)).toEqual(one.wrong_counts);
    expect(read.ok && read.value.redacted.map(({ line }) => line)).toEqual(one.redacted);
  });

  test("its statement is signed and matches as far as it is said to", () => {
    const json = parseJson(JSON.stringify(one.statement));
    const statement = json.ok ? parseStatement(json.value) : json;
    expect(statement.ok).toBe(one.statement !== null);
    if (!statement.ok || !read.ok) return;
    expect(verifyStatement(statement.value, nativeVerify).ok).toBe(true);
    expect(matchStatement(statement.value, read.value)).toEqual({ ok: true, value: one.matches });
  });
});

test.each(refused)("$name is refused at line $line", ({ replay, line }) => {
  expect(readReplay(replay)).toMatchObject({
    refusal: { code: "malformed_trajectory", line },
  });
});

test.skipIf(!hasPython)("a program in Python finds the same hashes (needs python3)", () => {
  expect(python(cases.map(({ replay }) => replay))).toEqual(
    cases.map((one) => [one.trajectory_hash, one.outline_hash]),
  );
});

/** Another every time; a failure prints it, and `TRAJECTORY_SEED` brings it back. */
const SEED = Number(process.env.TRAJECTORY_SEED ?? Math.floor(Math.random() * 2 ** 31));

test.skipIf(!hasPython)("any double and any key is hashed alike in Python (needs python3)", () => {
  const bits = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  const number = fc.oneof(
    bits
      .map((pattern) => new Float64Array(new BigUint64Array([pattern]).buffer)[0] ?? 0)
      .filter(Number.isFinite),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e22, max: 1e22 }),
    fc.integer({ min: -25, max: 25 }).map((power) => 10 ** power),
    fc.maxSafeInteger(),
  );
  const key = fc.string({ unit: "binary", maxLength: 4 });
  const line = fc.dictionary(key, fc.array(number, { maxLength: 4 }), { maxKeys: 5 });
  const lines = fc.sample(line, { numRuns: 4_000, seed: SEED }).map((one) => JSON.stringify(one));
  const ours = lines.map((one) => {
    const parsed = parseJson(`[${one}]`);
    const hash = parsed.ok ? rfc8785Hash(parsed.value, "doubles") : parsed;
    return hash.ok ? hash.value : hash.refusal.code;
  });
  const theirs = python(lines).map(([hash]) => hash);
  const different = lines.filter((_, at) => ours[at] !== theirs[at]);
  expect(different, `repeat with TRAJECTORY_SEED=${SEED}`).toEqual([]);
});
