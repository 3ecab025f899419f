/**
 * A stranger's agent tries to carry a file out through what the check of its fix prints. It gets the
 * few bits that SECURITY.md names, and nothing of the file.
 */
import { type Entry, isJsonObject, type JsonObject, openedCommitment } from "@bazaar/kernel";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Fix } from "../../../agent/src/solver.ts";
import { contractOf, fixOf, hasSandbox, TestBed } from "../../test/test-bed.ts";
import { repair } from "../repair/repair.ts";
import type { Consent } from "./outgoing.ts";

/** Words, so that neither the scrub nor its randomness gives it away. */
const CANARY = "walnut harbour lantern velvet granite meadow thistle copper";
const WORDS = CANARY.split(" ");
const HEX = Buffer.from(CANARY).toString("hex");

const COMMAND = "make check";
const MAKEFILE =
  "check:\n\t@echo 'check: starting'; echo 'error: expected 4 but got 5' >&2; false\n";
const FAILURE =
  "check: starting\nerror: expected 4 but got 5\nmake: *** [Makefile:2: check] Error 1\n";

let bed: TestBed;

beforeEach(async () => {
  bed = await TestBed.open();
  bed.write("Makefile", MAKEFILE);
  bed.write("private.txt", `${CANARY}\n`);
});

afterEach(async () => {
  await bed[Symbol.asyncDispose]();
});

/** A fix whose check runs this shell text and fails. */
function printing(shell: string): Fix {
  return fixOf(`cat > Makefile <<'END'\ncheck:\n\t@${shell}; exit 1\nEND`);
}

async function attack(fixes: readonly Fix[], consent?: Consent, maxAttempts = fixes.length) {
  return (await attacked(fixes, consent, maxAttempts)).entries;
}

async function attacked(fixes: readonly Fix[], consent?: Consent, maxAttempts = fixes.length) {
  bed.hire(fixes);
  const failure = { ...bed.failure, command: COMMAND, exitCode: 2, output: FAILURE };
  const document = await bed.document({ maxAttempts, judge: null }, failure);
  const outgoing = bed.elsewhere(consent);
  const done = await repair(document, bed.needs({ command: COMMAND, outgoing }));
  return contractOf(done).transcript;
}

/** Everything that the principal wrote after its post. */
function leftIn(entries: readonly Entry[]): string {
  const own = entries.filter(({ type }) => type === "verify" || type === "result");
  return JSON.stringify(own, (_, value) => (typeof value === "bigint" ? Number(value) : value));
}

function evidenceIn(entries: readonly Entry[]): readonly JsonObject[] {
  return entries.flatMap(({ type, data }) =>
    type === "verify" && isJsonObject(data.evidence) ? [data.evidence] : [],
  );
}

/** How many letters of the file can be read out of a text, plain or encoded. */
function carried(text: string): number {
  const plain = WORDS.filter((word) => text.includes(word)).join("").length;
  const pieces = (form: string, size: number): number => {
    let count = 0;
    for (let at = 0; at + size <= form.length; at += size) {
      if (text.includes(form.slice(at, at + size))) count += 1;
    }
    return count;
  };
  return plain + pieces(HEX, 8) + pieces(Buffer.from(CANARY).toString("base64"), 8);
}

const NUMBERS = "od -An -v -tu1 private.txt";
const WAYS: readonly { way: string; shell: string }[] = [
  { way: "as it is", shell: "cat private.txt" },
  { way: "as hex", shell: "od -An -v -tx1 private.txt | tr -d ' \\n'" },
  { way: "as a dump", shell: "od -v -tx1z private.txt" },
  { way: "as base64", shell: "base64 private.txt" },
  { way: "as base32", shell: "base32 private.txt" },
  { way: "one letter on each line", shell: "sed 's/./&\\n/g' private.txt" },
  { way: "one word on each line", shell: "tr ' ' '\\n' < private.txt" },
  { way: "as errors", shell: "sed 's/^/error: cannot find /' private.txt >&2" },
  {
    way: "as positions of errors",
    shell: `for n in $$(${NUMBERS}); do echo "Makefile:$$n: error: expected 4"; done`,
  },
  {
    way: "in capitals and spaces of a known message",
    shell: `for n in $$(${NUMBERS}); do printf 'error: expected%*s4\\n' $$n ''; done`,
  },
  {
    way: "as file names in a message",
    shell: "for w in $$(cat private.txt); do cat no-such-$$w; done",
  },
  { way: "as words of the fix", shell: "true walnut harbour lantern; cat private.txt" },
  {
    way: "on both streams with colours",
    shell: "sed 's/./\\x1b[31m&/g' private.txt | tee /dev/stderr",
  },
];

/** Several ways in each attempt. */
const ATTEMPTS = [0, 1, 2].map((turn) =>
  printing(
    WAYS.filter((_, index) => index % 3 === turn)
      .map(({ shell }) => `{ ${shell}; }`)
      .join("; "),
  ),
);

const STEPS = [500n, 1_000n, 2_000n, 3_000n, 5_000n, 7_000n, 10_000n, 15_000n, 20_000n];
const YES: Consent = { lines: async () => true, file: async () => "no" };

describe.skipIf(!hasSandbox)("a check that prints a file (needs bwrap)", () => {
  test("tells nothing of it, in any encoding, over many attempts", async () => {
    const entries = await attack(ATTEMPTS);
    const all = evidenceIn(entries);
    expect(all).toHaveLength(ATTEMPTS.length);
    expect(carried(leftIn(entries))).toBe(0);
    for (const evidence of all) {
      expect(Object.keys(evidence).toSorted()).toEqual([
        "duration_ms",
        "exit_code",
        "is_cut",
        "output",
        "output_commitment",
      ]);
      // make adds its own last line; nothing else of the failure occurs again.
      expect(["", "make: *** [Makefile:2: check] Error 1\n"]).toContain(evidence.output);
    }
    expect(new Set(all.map(({ exit_code }) => exit_code))).toEqual(new Set([2n]));
  }, 120_000);

  test("tells at most 20 lines and 2,000 bytes of known words, even to a user who agrees", async () => {
    const entries = await attack(ATTEMPTS, YES);
    const fixes = entries.filter(({ type }) => type === "fix").map(({ data }) => String(data.fix));
    const known = fixes.join("\n");
    const shared = evidenceIn(entries)
      .map(({ output }) => String(output))
      .join("");
    const unknown = WORDS.filter((word) => !known.includes(word));
    for (const word of unknown) expect(shared).not.toContain(word);
    const fresh = shared.split("\n").filter((line) => line !== "" && !FAILURE.includes(line));
    expect(fresh.length).toBeLessThanOrEqual(20);
    expect(Buffer.byteLength(fresh.join("\n"))).toBeLessThanOrEqual(2_000);
    expect(shared).not.toContain(HEX.slice(0, 16));
  }, 120_000);

  test("tells by exit code, duration and lines what SECURITY.md says, and no more", async () => {
    const byCode = [printing("exit 65"), printing("exit 97")].map((fix) => ({
      ...fix,
      correctedCommand: "sh -c 'make -s check; exit $(od -An -tu1 -N1 private.txt)'",
    }));
    const slow = printing("echo 'error: expected 4 but got 5'; sleep 0.7");
    const entries = await attack([...byCode, slow]);
    const seen = evidenceIn(entries).map(({ exit_code, duration_ms, output }) => ({
      code: exit_code,
      step: duration_ms,
      output,
    }));
    const [first, , last] = seen;
    expect(first?.code).toBe(BigInt(CANARY.charCodeAt(0)));
    for (const { step } of seen) expect(STEPS).toContain(step);
    expect(last?.output).toBe(
      "error: expected 4 but got 5\nmake: *** [Makefile:2: check] Error 1\n",
    );
  }, 60_000);

  test("its report waits for the end of the step", async () => {
    const { entries, receivedAt } = await attacked([printing("true")]);
    const at = (type: string) => receivedAt[entries.findIndex((entry) => entry.type === type)] ?? 0;
    const step = evidenceIn(entries)[0]?.duration_ms;
    expect(STEPS).toContain(step);
    expect(at("verify") - at("fix")).toBeGreaterThanOrEqual(Number(step));
  });

  test("is committed to, and can be opened later", async () => {
    const entries = await attack([printing("cat private.txt")]);
    const [evidence] = evidenceIn(entries);
    const [withheld] = bed.withheld;
    expect(withheld?.output).toContain(CANARY);
    expect(evidence?.output_commitment).toBe(withheld?.commitment);
    expect(openedCommitment({ ...withheld })).toBe(withheld?.commitment);
    expect(leftIn(entries)).not.toContain(withheld?.salt ?? "missing");
  });
});
