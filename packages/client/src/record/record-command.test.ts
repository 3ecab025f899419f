import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RecordedRun } from "./record-command.ts";

const PROGRAM = `
import { writeFileSync } from "node:fs";
import { recordCommand } from ${JSON.stringify(join(import.meta.dirname, "record-command.ts"))};
const [command, file, isTerminal] = process.argv.slice(2);
const run = await recordCommand({
  command,
  directory: process.cwd(),
  environment: process.env,
  isTerminal: isTerminal === "terminal",
});
writeFileSync(file, JSON.stringify(run));
`;
const RECORDER = "script";
const hasScript = hasProgram(RECORDER);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "record-"));
  writeFileSync(join(folder, "program.ts"), PROGRAM);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("on pipes", () => {
  test("both streams are passed on as they were, and remembered together", () => {
    const { run, stdout, stderr } = record("echo out; echo err >&2; exit 3");
    expect({ stdout, stderr }).toEqual({ stdout: "out\n", stderr: "err\n" });
    expect(run).toMatchObject({ exitCode: 3, isCut: false });
    expect(run.output.split("\n").sort()).toEqual(["", "err", "out"]);
  });

  test.each([
    { command: "true", exitCode: 0 },
    { command: "kill -TERM $$", exitCode: 143 },
    { command: "no-such-command-here", exitCode: 127 },
  ])("$command ends with $exitCode", ({ command, exitCode }) => {
    expect(record(command).run.exitCode).toBe(exitCode);
  });

  test("what looks like another program's frame is output too", () => {
    const { run } = record("echo Script started on a Monday; exit 1");
    expect(run.output).toBe("Script started on a Monday\n");
  });
});

describe.skipIf(!hasScript)("on a terminal (needs script)", () => {
  test.each([
    {
      what: "it has a terminal of its own",
      command: "test -t 0 && test -t 1 && test -t 2",
      exitCode: 0,
    },
    { what: "it keeps the user's shell", command: '[ "$SHELL" = /bin/zsh ]', exitCode: 0 },
    { what: "it is told nothing of us", command: "env | grep -c ^FIX_", exitCode: 1 },
    { what: "its exit code counts", command: "exit 7", exitCode: 7 },
    { what: "it may have several lines", command: "false\ntrue\nexit 9", exitCode: 9 },
  ])("$what", async ({ command, exitCode }) => {
    expect((await recordOnTerminal(command)).exitCode).toBe(exitCode);
  });

  test("the output is the command's alone", async () => {
    const { output } = await recordOnTerminal("printf 'a\\nb\\n'; exit 1");
    expect(output).toBe("a\r\nb\r\n");
  });
});

function record(command: string) {
  const file = join(folder, "run.json");
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, "program.ts"), command, file, "pipes"],
    { encoding: "utf8", cwd: folder },
  );
  return { run: readRun(file), stdout, stderr };
}

/** A terminal for our own process comes from the same program that we use for the command's. */
async function recordOnTerminal(command: string): Promise<RecordedRun> {
  const file = join(folder, "run.json");
  writeFileSync(join(folder, "command"), command);
  const program = join(folder, "program.ts");
  const words = [process.execPath, program].map((word) => `'${word}'`).join(" ");
  const text = `SHELL=/bin/zsh exec ${words} "$(cat command)" '${file}' terminal`;
  const child = spawn(RECORDER, ["--quiet", "--return", "--command", text, "/dev/null"], {
    cwd: folder,
    // A pipe that stays open: an input that ends would be typed into the terminal as its end.
    stdio: ["pipe", "ignore", "ignore"],
    env: { ...process.env, SHELL: "/bin/sh" },
  });
  await once(child, "exit");
  return readRun(file);
}

function readRun(file: string): RecordedRun {
  return JSON.parse(readFileSync(file, "utf8")) as RecordedRun;
}
