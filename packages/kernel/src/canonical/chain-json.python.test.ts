/** The reference implementation is Python's own `json`, asked in a few large batches. */
import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { chainJson, chainNumber } from "./chain-json.ts";
import { Float, parseJson } from "./json.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

const CANONICAL = `
import json, sys
for line in sys.stdin:
    print(json.dumps(json.loads(line), sort_keys=True, separators=(",", ":")))
`;

const REPR = `
import struct, sys
for line in sys.stdin:
    print(repr(struct.unpack(">d", bytes.fromhex(line.strip()))[0]))
`;

function python(script: string, lines: readonly string[]): readonly string[] {
  const { stdout, stderr } = spawnSync("python3", ["-X", "utf8", "-c", script], {
    input: `${lines.join("\n")}\n`,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  expect(stderr).toBe("");
  return stdout.trimEnd().split("\n");
}

/** Another every time; a failure prints it, and `CHAIN_JSON_SEED` brings it back. */
const SEED = Number(process.env.CHAIN_JSON_SEED ?? Math.floor(Math.random() * 2 ** 31));
const again = `repeat with CHAIN_JSON_SEED=${SEED}`;

const doubleBits = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

function toDouble(bits: bigint): number {
  return new Float64Array(new BigUint64Array([bits]).buffer)[0] ?? 0;
}

const integerToken = fc
  .oneof(
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
    fc.bigInt({ min: -(10n ** 300n), max: 10n ** 300n }),
    fc.integer().map(BigInt),
  )
  .map(String);

const floatToken = fc
  .oneof(
    doubleBits.map(toDouble).filter(Number.isFinite),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e22, max: 1e22 }),
    fc.integer({ min: -25, max: 25 }).map((power) => 10 ** power),
  )
  .map((value) => value.toExponential());

const decimalToken = fc
  .tuple(fc.nat(), fc.nat(), fc.integer({ min: -40, max: 40 }))
  .map(([whole, fraction, power]) => `${whole}.${fraction}E${power}`);

const unit = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 0xffff }) },
  { weight: 2, arbitrary: fc.integer({ min: 0xd7f0, max: 0xe010 }) },
  { weight: 1, arbitrary: fc.constantFrom(0x22, 0x5c, 0x2f, 0x7f, 0x80, 0x2028) },
);

const text = fc.oneof(
  fc.array(unit, { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: "binary", maxLength: 8 }),
);

function everyUnitEscaped(value: string): string {
  const escapes = value.split("").map((one) => one.charCodeAt(0).toString(16).padStart(4, "0"));
  return `"${escapes.map((hex) => `\\u${hex}`).join("")}"`;
}

const stringToken = fc
  .tuple(text, fc.boolean())
  .map(([value, escaped]) => (escaped ? everyUnitEscaped(value) : JSON.stringify(value)));

/** Keys that begin alike, some with half a pair: what sorting can get wrong. */
const likeText = fc
  .tuple(
    fc.constantFrom("", "a", "\ud800", "\ud83d\ude00", "\udc00"),
    fc.constantFrom("", "a", "b", "\ud800", "\udc00", "\udc01", "\ue000"),
    fc.constantFrom("", "a", "\udc00"),
  )
  .map((parts) => everyUnitEscaped(parts.join("")));

const keyToken = fc.oneof(stringToken, likeText);

const { document } = fc.letrec<{ document: string; list: string; object: string }>((tie) => ({
  document: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(
      integerToken,
      floatToken,
      decimalToken,
      stringToken,
      fc.constantFrom("null", "true", "false", "-0", "-0.0", "0.0"),
    ),
    tie("list"),
    tie("object"),
  ),
  list: fc.array(tie("document"), { maxLength: 5 }).map((items) => `[ ${items.join(" ,")}]`),
  object: fc
    .array(fc.tuple(keyToken, tie("document")), { maxLength: 6 })
    .map((pairs) => `{${pairs.map(([key, value]) => `${key} : ${value}`).join(",")} }`),
}));

test.skipIf(!hasPython)(
  "thousands of documents come out as Python writes them (needs python3)",
  () => {
    const container = document.map(
      (value) => `{"x":${value},"\\ud83d\\ude00":1,"\\ue000":[${value}]}`,
    );
    for (const arbitrary of [document, container]) {
      const texts = fc.sample(arbitrary, { numRuns: 4000, seed: SEED });
      const expected = python(CANONICAL, texts);
      const ours = texts.map((input) => {
        const parsed = parseJson(input);
        return parsed.ok ? chainJson(parsed.value) : parsed.refusal;
      });
      expect(ours.length, again).toBe(expected.length);
      const different = texts.filter((_, index) => ours[index] !== expected[index]);
      expect(different, again).toEqual([]);
    }
  },
);

test.skipIf(!hasPython)(
  "doubles of any bit pattern print as Python prints them (needs python3)",
  () => {
    const bits = fc
      .sample(doubleBits, { numRuns: 25_000, seed: SEED })
      .filter((pattern) => Number.isFinite(toDouble(pattern)));
    const nearThresholds = [1e-4, 1e16, 1e21, 1e-6, 1e15, 1e22, 1].flatMap((value) => {
      const [pattern = 0n] = new BigUint64Array(new Float64Array([value]).buffer);
      return Array.from({ length: 41 }, (_, step) => pattern + BigInt(step - 20));
    });
    const all = [...bits, ...nearThresholds];
    expect(all.length).toBeGreaterThan(20_000);
    const hex = all.map((pattern) => pattern.toString(16).padStart(16, "0"));
    const ours = all.map((pattern) => chainNumber(new Float(toDouble(pattern))));
    const expected = python(REPR, hex);
    const different = hex.filter((_, index) => ours[index] !== expected[index]);
    expect(different, again).toEqual([]);
  },
);
