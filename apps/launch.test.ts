/** Commands as npm starts them: below a shell that does not pass on signals. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const FIX = join(import.meta.dirname, "cli/bin/fix.mjs");
const BAZAAR = join(import.meta.dirname, "server/bin/bazaar.mjs");
const NPX = { npm_lifecycle_event: "npx", npm_lifecycle_script: "fix" };
const BACKGROUND = { npm_lifecycle_event: "up", npm_lifecycle_script: "bazaar agent &" };

let home: string;
const pids = new Set<number>();
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "launch-"));
});
afterEach(() => {
  for (const pid of pids) if (existsSync(`/proc/${pid}`)) process.kill(pid, "SIGKILL");
  pids.clear();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

test("a command run by fix ends with npm's shell", async () => {
  const shell = below(NPX, `"$0" '${FIX}' 'echo it is $$; exec sleep 77'; true`);
  const pid = await readNumber(shell, /it is (\d+)/);
  shell.kill("SIGTERM");
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
});

const AGENT = `"$0" '${BAZAAR}' agent --url http://127.0.0.1:9 & echo it is $!; wait`;

test("an agent ends with npm's shell", async () => {
  const shell = below(NPX, AGENT);
  const pid = await readNumber(shell, /it is (\d+)[\s\S]*http:\/\/127\.0\.0\.1:9/);
  shell.kill("SIGKILL");
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
});

test("a background process of an npm script stays", async () => {
  const [stays, ends] = [below(BACKGROUND, AGENT), below(NPX, AGENT)];
  const told = /it is (\d+)[\s\S]*http:\/\/127\.0\.0\.1:9/;
  const [staying, ending] = [await readNumber(stays, told), await readNumber(ends, told)];
  stays.kill("SIGKILL");
  await once(stays, "exit");
  ends.kill("SIGKILL");
  // The other one lost its parent later and checks as often.
  await expect.poll(() => existsSync(`/proc/${ending}`)).toBe(false);
  expect(existsSync(`/proc/${staying}`)).toBe(true);
});

function below(npm: Readonly<Record<string, string>>, script: string): ChildProcess {
  const { PATH } = process.env;
  const env = { PATH, HOME: home, ...npm };
  return spawn("sh", ["-c", script, process.execPath], { cwd: home, env });
}

/** The number in its output, once all of the pattern was printed. */
async function readNumber({ stdout, stderr }: ChildProcess, told: RegExp): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  let output = "";
  for (const stream of [stdout, stderr]) {
    stream?.on("data", (bytes: Buffer) => {
      output += bytes.toString("utf8");
      const [, number] = told.exec(output) ?? [];
      if (number !== undefined) resolve(Number(number));
    });
  }
  const pid = await promise;
  pids.add(pid);
  return pid;
}
