import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { allCommands } from "../src/commands/lazy-commands.ts";
import { VERBS } from "../src/verbs.ts";
import { run, TestMarket } from "./test-market.ts";

const DOCS = join(import.meta.dirname, "..", "..", "..", "docs", "json.md");
/** They print scripts for shells, or the events of a repair. */
const NO_OBJECT: readonly string[] = ["init", "completion", "it"];

/** The keys of each command in the table of docs/json.md. */
function documented(): ReadonlyMap<string, readonly string[]> {
  const rows = readFileSync(DOCS, "utf8").matchAll(/^\| `fix ([^`]+)` \| (`[^|]+`) \|/gm);
  return new Map(
    [...rows].map(([, command = "", keys = ""]) => [command, keys.replaceAll("`", "").split(", ")]),
  );
}

test("every verb with --json prints one object with the documented keys, and nothing else", async () => {
  await using stand = await TestMarket.open();
  const { id } = await stand.post("make test");
  const transcript = join(stand.home, "transcript.json");
  const log = join(stand.home, "log");
  writeFileSync(log, "password=correct-horse-7731\n");
  const words: Readonly<Record<string, string>> = {
    "<contract>": id,
    "<text>": "hello",
    "<file>": transcript,
    "<log>": log,
    "<path>": stand.home,
    "<number>": "1.1",
    "<key>": "bounty",
    "<command>": "pwd",
  };
  const commands = new Map((await allCommands()).map((command) => [command.name(), command]));
  const seen: Record<string, readonly string[]> = {};
  for (const row of documented().keys()) {
    const [verb = "", ...rest] = row.split(" ").map((word) => words[word] ?? word);
    const command = commands.get(verb);
    if (command === undefined) throw new Error(`${row} is not a verb`);
    const { out, err } = await run(command, "--json", ...rest);
    expect(out, `${row}: ${err}`).toMatch(/^\{.*\}\n$/);
    if (row === "show <contract>") writeFileSync(transcript, out);
    seen[row] = Object.keys(JSON.parse(out)).sort();
  }
  const expected = [...documented()].map(([row, keys]) => [row, keys.toSorted()]);
  expect(seen).toEqual(Object.fromEntries(expected));
  const verbs = new Set([...documented().keys()].map((row) => row.split(" ")[0]));
  expect(VERBS.filter((verb) => !verbs.has(verb) && !NO_OBJECT.includes(verb))).toEqual([]);
});

test("with --json stdout is for events, and the command prints to stderr", () => {
  const home = mkdtempSync(join(tmpdir(), "fix-json-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const fix = join(import.meta.dirname, "..", "dist", "main.mjs");
  const words = [fix, "--json", "--local", "sh", "-c", "echo said; exit 3"];
  const { stdout, stderr, status } = spawnSync(process.execPath, words, {
    encoding: "utf8",
    cwd: home,
    env: { ...process.env, HOME: home },
  });
  expect({ stderr, status }).toEqual({ stderr: "said\n", status: 3 });
  const events = stdout.trimEnd().split("\n");
  expect(events.length).toBeGreaterThan(1);
  for (const event of events) expect(JSON.parse(event)).toHaveProperty("type");
});
