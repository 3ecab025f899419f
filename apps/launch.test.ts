/** Commands as npm starts them: below a shell that does not pass on signals. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

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

describe("a Node that is too old", () => {
  const OWN = `node-linux-${process.arch}`;
  const STORE = "lib/node_modules";

  test("is told in one sentence how to get a newer one", () => {
    const { status, stdout, stderr } = runOnOldNode(STORE);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    const install = `npm install --no-save --prefix ${join(home, STORE, "@scope", "it")} ${OWN}@24`;
    expect(stderr).toBe(
      `it needs Node 22.18 or newer and this is v20.1.0: \`${install}\` installs one for this ` +
        "program alone, https://nodejs.org has one for every system.\n",
    );
  });

  test("is told a command that a shell understands, wherever the package is", () => {
    const folder = "it's here/node_modules";
    const { stderr } = runOnOldNode(folder);
    const [, words = ""] = /--prefix (.*) node-/.exec(stderr) ?? [];
    const { stdout } = spawnSync("sh", ["-c", `printf %s ${words}`], { encoding: "utf8" });
    expect(stdout).toBe(join(home, folder, "@scope", "it"));
  });

  test.each([
    { where: "inside the package", at: `${STORE}/@scope/it/node_modules` },
    { where: "beside the package", at: STORE },
  ])("is replaced by the one that is installed $where", ({ at }) => {
    const newer = putNode(at, "24.0.0");
    expect(runOnOldNode(STORE)).toMatchObject({ status: 3, stdout: `${newer}\n`, stderr: "" });
  });

  test("is not replaced by another old one", () => {
    putNode(STORE, "18.0.0");
    expect(runOnOldNode(STORE)).toMatchObject({ status: 1, stdout: "" });
  });

  test.each([
    { program: "program.ts", version: "22.18.0", needs: "24.6" },
    { program: "program.mjs", version: "22.17.0", needs: "22.18" },
    { program: "program.mjs", version: "22.18.0", needs: null },
    { program: "program.mjs", version: "24.0.0", needs: null },
  ])("is $version for $program: it needs $needs", ({ program, version, needs }) => {
    const { stderr } = runOnOldNode(STORE, program, version);
    expect(/needs Node (\S+)/.exec(stderr)?.[1] ?? null).toBe(needs);
  });

  test("without its dependencies a checkout says what to run", () => {
    const { status, stderr } = runOnOldNode(
      "checkout",
      "program.ts",
      "24.6.0",
      'import "absent-package";',
    );
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: "it: a dependency is not installed: run npm install in the checkout.\n",
    });
  });

  function putNode(at: string, version: string): string {
    const node = join(home, at, OWN, "bin", "node");
    put(join(home, at, OWN, "package.json"), JSON.stringify({ version }));
    // A link would show the real one as its path.
    put(node, `#!/bin/sh\necho '${node}'\nexit 3\n`);
    return node;
  }
});

/** A program that is installed in `at`, with the launcher of the package. */
function runOnOldNode(at: string, program = "program.mjs", version = "20.1.0", source = "") {
  const folder = join(home, at, "@scope", "it");
  put(join(folder, program), source);
  copyFileSync(join(import.meta.dirname, "launch.mjs"), join(folder, "launch.mjs"));
  put(
    join(folder, "it.mjs"),
    `import { launch } from "./launch.mjs";
launch("it", new URL("${program}", import.meta.url));`,
  );
  const old = join(home, "old.cjs");
  put(
    old,
    `Object.defineProperty(process, "versions", { value: { node: "${version}" } });
Object.defineProperty(process, "version", { value: "v${version}" });`,
  );
  const words = ["--require", old, join(folder, "it.mjs")];
  const env = { PATH: process.env.PATH };
  return spawnSync(process.execPath, words, { cwd: home, env, encoding: "utf8" });
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o755 });
}

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
