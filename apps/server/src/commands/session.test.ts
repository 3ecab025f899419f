/** The command in this process, on files as strangers write them. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  bundleText,
  type JsonObject,
  outlineHash,
  readLines,
  redact,
  replayText,
  rfc8785,
  sessionReceipt,
  signTrajectory,
  statementJson,
  type Trajectory,
  trajectoryHash,
} from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { BadInput } from "@bazaar/terminal";
import { sampleReplayLines, sampleTrajectory } from "@bazaar/testkit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sessionCommand } from "./session.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "session-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const provider = generateSigner();
const JOB = { jobHash: `sha256:${"ab".repeat(32)}`, contract: "cd".repeat(32) };
const sample = sampleTrajectory();

function file(name: string, text: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function json(name: string, value: JsonObject): string {
  const text = rfc8785(value, "doubles");
  return file(name, text.ok ? text.value : "");
}

function replay(trajectory: Trajectory = sample): string {
  return file(`${trajectoryHash(trajectory).slice(7, 15)}.jsonl`, replayText(trajectory));
}

function changed(change: (line: JsonObject) => JsonObject): Trajectory {
  const result = readLines(sampleReplayLines().map(change));
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
}

function redacted(): Trajectory {
  const copy = redact(sample, (_, line) => (line.tool === "shell" ? "command" : null));
  if (!copy.ok) throw new Error(JSON.stringify(copy.refusal));
  return copy.value;
}

/** What it prints, and its exit code. */
async function session(...words: string[]): Promise<{ out: string; exit: number }> {
  const written = vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  process.exitCode = 0;
  try {
    await sessionCommand().parseAsync(words, { from: "user" });
    return {
      out: written.mock.calls.map(([text]) => text).join(""),
      exit: Number(process.exitCode),
    };
  } finally {
    process.exitCode = 0;
    written.mockRestore();
  }
}

test("show prints a summary, in words or as JSON", async () => {
  const { out, exit } = await session("show", replay());
  expect(exit).toBe(0);
  expect(out).toContain("session      session_abc123\n");
  expect(out).toContain("ended        2026-01-02T03:04:16Z, after 10.900 s\n");
  expect(out).toContain("tool calls   3, 3 answered, 2500 ms together\n");
  expect(out).toContain("check        npm run lint: exit 1\n");
  expect(out).toContain(`trajectory   ${trajectoryHash(sample)}\n`);
  expect(out).toContain("redacted     nothing\n");
  expect(out).not.toContain("wrong");
  const { out: text } = await session("show", replay(), "--json");
  expect(JSON.parse(text)).toMatchObject({
    session_id: "session_abc123",
    duration_ms: 10_900,
    tool_calls: 3,
    confidence: 0.92,
    outline_hash: outlineHash(sample),
    wrong_counts: [],
  });
});

test("show names wrong claims and what is redacted", async () => {
  const lying = changed((line) =>
    line.event === "SessionEnd" ? { ...line, total_tool_calls: 15n } : line,
  );
  expect((await session("show", replay(lying))).out).toContain(
    "wrong        total_tool_calls is claimed to be 15; counted 3\n",
  );
  const { out } = await session("show", replay(redacted()));
  expect(out).toContain(`copy of      ${trajectoryHash(sample)}\n`);
  expect(out).toContain("redacted     1 fields\n");
});

test("replay prints every event with the time since the start", async () => {
  const { out } = await session("replay", replay());
  const lines = out.trimEnd().split("\n");
  expect(lines).toHaveLength(15);
  expect(lines[0]).toBe("              recorded by worker@1.2.3");
  expect(lines[3]).toBe('     1.900 s  file_read {"path":"src/button.tsx"} (tc_001)');
  expect(lines[13]).toContain('Thought {"event":"Thought"');
});

describe("export", () => {
  test("writes a log, with the commit of the session or the one that is given", async () => {
    const { out } = await session("export", replay(), "--format", "rlog");
    expect(out).toMatch(/^---\nformat: rlog\/1\nid: session_abc123\nrepo_sha: def4567\n/);
    const plain = changed(({ repo_sha: _, ...line }) => line);
    const words = ["export", replay(plain), "--format", "rlog"];
    await expect(session(...words)).rejects.toThrow("requires --repo-sha");
    await expect(session(...words, "--repo-sha", "main")).rejects.toThrow(BadInput);
    expect((await session(...words, "--repo-sha", "abcdef")).out).toContain("repo_sha: abcdef\n");
  });

  test("writes a bundle, which every verb reads too", async () => {
    const { out } = await session("export", replay(), "--format", "bundle");
    expect(out).toBe(bundleText(sample));
    const bundle = file("bundle.json", JSON.stringify(JSON.parse(out), null, 2));
    expect((await session("export", bundle, "--format", "replay")).out).toBe(replayText(sample));
    expect((await session("diff", bundle, replay())).out).toBe("the same trajectory\n");
  });

  test("leaves out content on request, and the signature still fits", async () => {
    const { out } = await session("export", replay(), "--format", "replay", "--redact");
    expect(out).not.toContain('npm test","timeout');
    expect(out.match(/\{"redacted":"content"\}/g)).toHaveLength(5);
    const signature = json("s.json", statementJson(signTrajectory(provider, sample, JOB)));
    const copy = file("copy.jsonl", out);
    expect((await session("verify", copy, "--signature", signature)).exit).toBe(0);
  });

  test("writes the three files of a patch bundle, and overwrites nothing", async () => {
    const out = join(folder, "bundle");
    const patch = file(
      "a.patch",
      "--- a/src/button.tsx\n+++ b/src/button.tsx\n@@ -1,2 +1,2 @@\n-old\n+++ new\n same\n" +
        "--- a/gone.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n\\ No newline at end of file\n",
    );
    const payments = file("payments.json", '[{"amount_msats":21000}]');
    const signature = json("signature.json", statementJson(signTrajectory(provider, sample, JOB)));
    const words = ["export", replay(), "--format", "patch-bundle", "--out", out, "--patch", patch];
    const more = ["--change", "Attach the handler.", "--payments", payments];
    await session(...words, ...more, "--signature", signature);
    expect(readdirSync(out).sort()).toEqual(["PR_SUMMARY.md", "RECEIPT.json", "REPLAY.jsonl"]);
    const summary = readFileSync(join(out, "PR_SUMMARY.md"), "utf8");
    expect(summary).toContain("- `src/button.tsx`: 2 lines changed\n- `gone.ts`: 1 line changed\n");
    expect(summary).toContain("- Attach the handler.\n");
    const receipt = JSON.parse(readFileSync(join(out, "RECEIPT.json"), "utf8"));
    expect(receipt).toMatchObject({
      payments: [{ amount_msats: 21_000 }],
      signature: { provider: provider.party },
    });
    const verified = await session(
      "verify",
      join(out, "REPLAY.jsonl"),
      "--receipt",
      join(out, "RECEIPT.json"),
    );
    expect(verified.exit).toBe(0);
    await expect(session(...words)).rejects.toThrow("cannot write the files: EEXIST");
    await expect(session(...words.slice(0, 4))).rejects.toThrow("requires --out");
  });

  test.each([
    { form: "a list", text: '[{"amount_msats":21000}]' },
    { form: "an answer of a market", text: '{"receipts":[{"amount_msats":21000}]}' },
    { form: "one receipt", text: '{"amount_msats":21000}' },
  ])("takes payments that are $form", async ({ form, text }) => {
    const out = join(folder, form);
    const words = ["export", replay(), "--format", "patch-bundle", "--out", out];
    await session(...words, "--payments", file("payments.json", text));
    const receipt = JSON.parse(readFileSync(join(out, "RECEIPT.json"), "utf8"));
    expect(receipt.payments).toEqual([{ amount_msats: 21_000 }]);
  });

  test("takes no statement of another session and no list that is none", async () => {
    const other = changed((line) => ({ ...line, more: 1n }));
    const signature = json("s.json", statementJson(signTrajectory(provider, other, JOB)));
    const words = ["export", replay(), "--format", "patch-bundle", "--out", join(folder, "x")];
    await expect(session(...words, "--signature", signature)).rejects.toThrow(
      "no bundle: outline_hash is",
    );
    await expect(session(...words, "--payments", file("p.json", "[1]"))).rejects.toThrow(BadInput);
  });
});

describe("diff", () => {
  test("prints the lines that differ, and exits with 1", async () => {
    const other = changed((line) => (line.tool === "grep" ? { ...line, tool: "find" } : line));
    const { out, exit } = await session("diff", replay(), replay(other));
    expect(exit).toBe(1);
    expect(out).toBe(
      '- 7: grep {"pattern":"onClick"} (tc_003)\n+ 7: find {"pattern":"onClick"} (tc_003)\n',
    );
  });

  test("says when only redacted content differs", async () => {
    const { out, exit } = await session("diff", replay(), replay(redacted()));
    expect(exit).toBe(1);
    expect(out).toMatch(/^the same outline: /);
    expect(out).toContain('- 6: shell {"command":"npm test","timeout":1.5} (tc_002)\n');
    expect(out).toContain('+ 6: shell {"redacted":"command"} (tc_002)\n');
  });
});

describe("verify", () => {
  test("checks structure, hashes and counts", async () => {
    const { out, exit } = await session("verify", replay());
    expect(exit).toBe(0);
    expect(out).toBe(
      "structure    ok: 15 lines\nhashes       ok: of all recorded content\n" +
        `counts       ok: as claimed\ntrajectory   ${trajectoryHash(sample)}\n`,
    );
  });

  test("a broken file exits with 1 and names the line", async () => {
    const broken = file("broken.jsonl", replayText(sample).replace("src/button", "src/other"));
    const { out, exit } = await session("verify", broken);
    expect([out, exit]).toEqual([
      "structure    WRONG: line 4: params_hash: is not the hash of params\n",
      1,
    ]);
    const result = JSON.parse((await session("verify", broken, "--json")).out);
    expect(result).toMatchObject({ valid: false, trajectory_hash: null });
  });

  test("wrong counts exit with 1", async () => {
    const lying = changed((line) =>
      line.event === "SessionEnd" ? { ...line, total_latency_ms: 1n } : line,
    );
    const { out, exit } = await session("verify", replay(lying));
    expect(out).toContain(
      "counts       WRONG: total_latency_ms is claimed to be 1; counted 2500\n",
    );
    expect(exit).toBe(1);
  });

  test("a signature is the provider's, of this file and job", async () => {
    const signature = json("s.json", statementJson(signTrajectory(provider, sample, JOB)));
    const words = ["--signature", signature];
    const about = [
      "--provider",
      provider.party,
      "--job-hash",
      JOB.jobHash,
      "--contract",
      JOB.contract,
    ];
    const whole = await session("verify", replay(), ...words, ...about);
    expect(whole.exit).toBe(0);
    expect(whole.out).toContain(`signature    ok: ${provider.party} signed every line, job`);
    const copy = await session("verify", replay(redacted()), ...words);
    expect(copy.exit).toBe(0);
    expect(copy.out).toContain("1 redacted, not checked");
    expect(copy.out).toContain("signed everything but the redacted content");
    const other = changed((line) => (line.tool === "grep" ? { ...line, tool: "find" } : line));
    for (const [path, ...more] of [
      [replay(other)],
      [replay(), "--provider", generateSigner().party],
      [replay(), "--job-hash", `sha256:${"00".repeat(32)}`],
      [replay(), "--contract", "00".repeat(32)],
    ]) {
      const { out, exit } = await session("verify", path ?? "", ...words, ...more);
      expect([exit, out]).toEqual([1, expect.stringContaining("signature    WRONG: ")]);
    }
    const forged = { ...signTrajectory(provider, sample, JOB), contract: null };
    const bad = json("forged.json", statementJson(forged));
    const { out } = await session("verify", replay(), "--signature", bad);
    expect(out).toContain("signature    WRONG: bad signature author");
  });

  test("a signature.json beside the file is checked unasked, and no flipped byte of the file passes", async () => {
    const statement = statementJson(signTrajectory(provider, sample, { ...JOB, jobHash: null }));
    json("signature.json", statement);
    const path = replay();
    const { out, exit } = await session("verify", path, "--contract", JOB.contract);
    expect(exit).toBe(0);
    expect(out).toContain(`${provider.party} signed every line, contract ${JOB.contract}\n`);
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at += 97) {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      writeFileSync(path, flipped);
      const verified = await session("verify", path).catch(() => ({ exit: 2 }));
      expect(verified.exit, `byte ${at}`).not.toBe(0);
    }
  });

  test("a receipt agrees, or the first difference is named", async () => {
    const receipt = json("RECEIPT.json", sessionReceipt(sample));
    expect((await session("verify", replay(), "--receipt", receipt)).exit).toBe(0);
    const shorter = json("short.json", { ...sessionReceipt(sample), tool_calls: [] });
    const { out, exit } = await session("verify", replay(), "--receipt", shorter);
    expect(exit).toBe(1);
    expect(out).toContain("receipt      WRONG: tool_calls.length is 0, recorded is 3\n");
  });

  test("an expectation without a signature is refused", async () => {
    await expect(session("verify", replay(), "--contract", "x")).rejects.toThrow(
      "require --signature",
    );
  });
});

test.each([
  { what: "no file", write: () => "missing.jsonl", says: /^cannot read .*ENOENT/ },
  { what: "a directory", write: () => folder, says: /^cannot read .*EISDIR/ },
  { what: "an empty file", write: () => file("a", ""), says: /is not a trajectory: it is empty$/ },
  { what: "wrong bytes", write: () => file("a", Buffer.from([0x7b, 0xff])), says: /is not UTF-8$/ },
  { what: "another document", write: () => file("a", "{}"), says: /line 1: event: expected text/ },
  {
    what: "a bundle that is none",
    write: () => file("a", '{"steps":1,"metadata":{}}'),
    says: /is not a trajectory: session_id: expected text/,
  },
])("$what is refused in words", async ({ write, says }) => {
  const refused = session("show", write());
  await expect(refused).rejects.toThrow(BadInput);
  await expect(refused).rejects.toThrow(says);
});

test("nothing that a file says reaches the terminal as a command or as another line", async () => {
  const evil = "a\u001b[2J\u009b\u202e\n\r\tstatus       Success";
  const hostile = changed((line) => {
    if (line.event === "SessionStart") return { ...line, session_id: evil, policy_bundle_id: evil };
    if (line.event === "ReplayHeader") return { ...line, producer: evil };
    if (line.event === "ToolCall") return { ...line, tool: evil };
    if (line.event === "Verification") return { ...line, commands: [evil, evil] };
    if (line.event === "StepComplete") return { ...line, step_id: evil };
    if (line.event === "Payment") return { ...line, rail: evil, status: evil };
    if (line.event === "RuntimeEvent") return { ...line, runtime_event_type: evil };
    return line.event === "Thought" ? { ...line, event: evil, words: evil } : line;
  });
  const path = replay(hostile);
  const calm = await session("show", replay());
  for (const words of [
    ["show", path],
    ["show", path, "--json"],
    ["replay", path],
    ["diff", path, replay()],
    ["verify", path],
    ["export", path, "--format", "rlog"],
    ["export", path, "--format", "bundle"],
    ["export", path, "--format", "replay"],
  ]) {
    const { out } = await session(...words);
    expect(out, words.join(" ")).toMatch(/^[\n\x20-\x7e×→…]*$/);
    expect(out.split("\n").filter((line) => line.startsWith("status"))).toHaveLength(
      words[0] === "show" && words.length === 2 ? 1 : 0,
    );
  }
  expect(calm.out).toContain("status       Success");
});
