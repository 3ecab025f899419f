/** An interrupted command is not run again. Real terminals and real signals. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { quoteWords } from "@bazaar/work";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PROMPT, TypedShell } from "../shell/test/typed-shell.ts";

const MAIN = join(import.meta.dirname, "../../dist/main.mjs");
const RUNS = `sh -c 'echo run""ning; exec sleep 77'`;
const CATCHES = `sh -c 'trap "echo bye; exit 1" INT; echo run""ning; while :; do sleep 0.1; done'`;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "fix-stopped-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test.skipIf(!hasProgram("script")).each([
  { what: "dies of it", command: RUNS, exitCode: 130, says: "^C" },
  {
    what: "ends with a code of its own",
    command: CATCHES,
    exitCode: 1,
    says: "the command was interrupted",
  },
])(
  "after Ctrl+C on a terminal nothing is repaired when the command $what (needs script)",
  async (row) => {
    await using shell = await TypedShell.start(["bash"], { ".bashrc": `PS1='${PROMPT}'` });
    await shell.typeUntil(`${quoteWords([process.execPath, MAIN])} ${row.command}`, "running");
    const shown = await shell.press("\x03");
    expect(shown).toContain(row.says);
    expect(shown).not.toMatch(/failed|sandbox/);
    expect(await shell.type('echo "<$?>"')).toContain(`<${row.exitCode}>`);
  },
);

test("after an interrupt without a terminal nothing is repaired, whatever the exit code", async () => {
  const running = start(`trap 'exit 3' INT; echo $$; while :; do sleep 0.1; done`);
  await firstLine(running);
  process.kill(-(running.pid ?? 0), "SIGINT");
  expect(await ended(running)).toEqual({ code: 3, stderr: "" });
});

test.each(["SIGTERM", "SIGHUP"] as const)("%s at fix alone reaches the command", async (signal) => {
  const running = start("echo $$; exec sleep 77");
  const pid = await firstLine(running);
  running.kill(signal);
  expect(await ended(running)).toEqual({ code: signal === "SIGTERM" ? 143 : 129, stderr: "" });
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
});

/** In a process group of its own, as a shell with job control starts it. */
function start(command: string): ChildProcess {
  const env = { ...process.env, HOME: home };
  return spawn(process.execPath, [MAIN, command], { detached: true, cwd: home, env });
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  const [bytes] = (await once(stdout as NonNullable<typeof stdout>, "data")) as [Buffer];
  return bytes.toString("utf8").trim();
}

async function ended(running: ChildProcess): Promise<{ code: number | null; stderr: string }> {
  let stderr = "";
  running.stderr?.on("data", (bytes: Buffer) => {
    stderr += bytes.toString("utf8");
  });
  const [code] = (await once(running, "close")) as [number | null];
  return { code, stderr };
}
