import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { guardCommand } from "./guard.ts";

afterEach(() => {
  process.exitCode = undefined;
});

test.each([
  { words: ["cat README.md"], says: "allowed", exit: undefined },
  { words: ["cat", "a file"], says: "allowed", exit: undefined },
  { words: ["df", "-h"], says: "allowed", exit: undefined },
  { words: ["find . -delete"], says: 'refused: find: "-delete" is refused: it deletes', exit: 1 },
  { words: ["find", ".", "-delete"], says: "it deletes what it finds", exit: 1 },
  { words: ["cat", "*.md"], says: "allowed", exit: undefined },
  { words: ["cat *.md"], says: "allowed", exit: undefined },
  { words: ["cat $(ls)"], says: "allowed", exit: undefined },
  { words: ["cat $(rm x)"], says: '"rm" is not allowed', exit: 1 },
  { words: ["rm", "-rf", "x"], says: '"rm" is not allowed', exit: 1 },
])("fix guard $words: $says", async ({ words, says, exit }) => {
  expect(await printed(words)).toContain(says);
  expect(process.exitCode).toBe(exit);
});

test("--json names the code and the facts", async () => {
  const answer = JSON.parse(await printed(["--json", "tail -f x"]));
  expect(answer).toMatchObject({
    command: "tail -f x",
    allowed: false,
    refusal: { code: "flag_refused", tool: "tail", word: "-f" },
    because: expect.stringContaining("never ends"),
  });
  expect(process.exitCode).toBe(1);
});

test("--run prints what the agent would see: scrubbed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "fix-guard-"));
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => {
    process.chdir(before);
    return rm(folder, { recursive: true });
  });
  const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  writeFileSync(join(folder, "notes"), `port 3000\ntoken ${secret}\n`);
  const shown = await printed(["--run", "cat notes"]);
  expect(shown).toContain("port 3000");
  expect(shown).toContain("[REDACTED:");
  expect(shown).not.toContain(secret);
  expect(shown).toContain("[exit 0]");
});

async function printed(words: readonly string[]): Promise<string> {
  let text = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((part) => {
    text += String(part);
    return true;
  });
  try {
    await guardCommand()
      .exitOverride()
      .parseAsync([...words], { from: "user" });
  } finally {
    write.mockRestore();
  }
  return text;
}
