/** The vectors of receipts, checked here and by a second implementation in Python. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  invariant,
  type JsonObject,
  parseJson,
  parseReceipt,
  parseTranscript,
  receiptGrounds,
  type SignedReceipt,
  verifyReceipt,
} from "@bazaar/kernel";
import { nobleVerify } from "@bazaar/kernel/noble";
import { nativeVerify } from "@bazaar/keys/native-verify";
import { expect, onTestFinished, test } from "vitest";
import { receiptVectors } from "./receipts.ts";
import { SERVER } from "./transcript-teller.ts";

const SPEC = join(import.meta.dirname, "../../spec");
const PATH = join(SPEC, "vectors/receipts.json");
const hasPython = spawnSync("python3", ["--version"]).status === 0;

interface Case {
  readonly name: string;
  readonly transcript: JsonObject;
  readonly receipts: readonly JsonObject[];
}

const text = readFileSync(PATH, "utf8");
const { cases, broken, policies } = read();

function read(): Readonly<Record<"broken" | "policies", readonly JsonObject[]>> & {
  readonly cases: readonly Case[];
} {
  const json = parseJson(text);
  invariant(json.ok, "the file is JSON");
  return json.value as never;
}

function signedIn({ receipt, signer, signature }: JsonObject): SignedReceipt {
  const parsed = parseReceipt({ receipt: receipt!, signer: signer!, signature: signature! });
  invariant(parsed.ok, `refused: ${parsed.ok || JSON.stringify(parsed.refusal)}`);
  return parsed.value;
}

test("the file is what npm run vectors writes", () => {
  expect(text).toBe(receiptVectors());
});

test.each(cases)("every receipt follows from its transcript: $name", ({ transcript, receipts }) => {
  const parsed = parseTranscript(transcript);
  invariant(parsed.ok, "a transcript of a vector can be read");
  const grounds = receiptGrounds(parsed.value, nativeVerify);
  expect(grounds.ok && grounds.value.receipts).toHaveLength(receipts.length);
  for (const json of receipts) {
    const findings = verifyReceipt(signedIn(json), {
      verify: nativeVerify,
      marketKey: SERVER.party,
      grounds,
    });
    expect(findings.filter(({ verdict }) => verdict === "fail")).toEqual([]);
    expect(findings).toContainEqual(
      expect.objectContaining({ name: "transcript", verdict: "pass" }),
    );
  }
});

test.each(broken)("what fails is what the vector says: $name", (json) => {
  const findings = verifyReceipt(signedIn(json), { verify: nativeVerify });
  const failing = findings.filter(({ verdict }) => verdict === "fail").map(({ name }) => name);
  expect(failing).toEqual(json.failing);
  expect(failing).toContain("signature");
});

test("another library takes the same signatures", () => {
  for (const { receipts } of cases) {
    for (const json of receipts) {
      const [signature] = verifyReceipt(signedIn(json), { verify: nobleVerify });
      expect(signature?.verdict).toBe("pass");
    }
  }
});

/** What the second implementation says about these vectors. */
function python(vectors: string) {
  const folder = mkdtempSync(join(tmpdir(), "receipts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "vectors.json");
  writeFileSync(path, vectors);
  const script = join(SPEC, "receipts.py");
  return spawnSync("python3", ["-B", script, path], { encoding: "utf8" });
}

test.skipIf(!hasPython)("a second implementation makes every receipt again (needs python3)", () => {
  const { status, stdout, stderr } = python(text);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const lines = stdout.trimEnd().split("\n");
  const receipts = cases.flatMap((one) => one.receipts);
  expect(lines).toEqual([
    ...receipts.map((json) => {
      const { receipt_id } = json.receipt as JsonObject;
      return `${receipt_id} ${json.signed_text_sha256} same`;
    }),
    ...policies.map(({ policy_bundle_id: id }) => `${id} same`),
  ]);
});

test.skipIf(!hasPython)("and finds another provider of a policy (needs python3)", () => {
  const changed = JSON.parse(text);
  changed.policies[0].document.provider = SERVER.party;
  const { status, stdout } = python(JSON.stringify(changed));
  expect(status).toBe(1);
  expect(stdout.match(/DIFFERENT/g)).toHaveLength(1);
});

test.skipIf(!hasPython)("and finds a changed one (needs python3)", () => {
  const whole = JSON.parse(text);
  for (const [field, value] of [
    ["settled", { seq: 5, head: "00".repeat(32) }],
    ["receipt_id", `sha256:${"00".repeat(32)}`],
    ["timestamp", "2023-11-14T22:13:22.001Z"],
    ["verification_hash", null],
  ] as const) {
    const changed = structuredClone(whole);
    changed.cases[0].receipts[0].receipt[field] = value;
    const { status, stdout } = python(JSON.stringify(changed));
    expect(status).toBe(1);
    expect(stdout.match(/DIFFERENT/g)).toHaveLength(1);
  }
});
