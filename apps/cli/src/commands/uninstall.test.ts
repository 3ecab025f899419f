import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasProgram } from "@bazaar/testkit/program";
import { expect, onTestFinished, test } from "vitest";
import { isReadable, Person } from "../../test/person.ts";
import { TypedTerminal } from "../../test/typed-terminal.ts";
import { removePackage } from "../uninstall/remove-package.ts";

const FIX = fileURLToPath(new URL("../../bin/fix.mjs", import.meta.url));
const OTHER_UID = 1001;
const IS_ROOT = process.getuid?.() === 0;
const BASH_LINE = 'eval "$(fix init bash)"';

/** A home of its own in every respect: nothing of the person who runs the tests is found. */
function scene() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "fix-uninstall-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const env = {
    HOME: home,
    XDG_STATE_HOME: join(home, "state"),
    XDG_RUNTIME_DIR: join(home, "run"),
    XDG_CONFIG_HOME: join(home, ".config"),
    ZDOTDIR: home,
  };
  for (const name of [".fix", "run/fix-shell"]) mkdirSync(join(home, name), { recursive: true });
  writeFileSync(join(home, ".fix", "config.json"), "{}\n");
  writeFileSync(join(home, ".fix", "key.ed25519"), "secret\n", { mode: 0o600 });
  const fix = (...words: readonly string[]) =>
    spawnSync(process.execPath, [FIX, ...words], {
      cwd: home,
      env: { PATH: process.env.PATH, ...env },
      encoding: "utf8",
    });
  return { home, env, fix, has: (name: string) => existsSync(join(home, name)) };
}

test("--yes deletes everything but the keys", () => {
  const { fix, has, home } = scene();
  const { status, stdout } = fix("uninstall", "--yes");
  expect(status).toBe(0);
  expect(stdout).toContain(`Kept ${join(home, ".fix/key.ed25519")}`);
  expect(stdout).toContain("To remove the program: delete the checkout");
  expect(has(".fix/key.ed25519")).toBe(true);
  expect([has(".fix/config.json"), has("run/fix-shell"), has("state")]).toEqual([
    false,
    false,
    false,
  ]);
  expect(fix("uninstall", "--yes", "--keys").status).toBe(0);
  expect(has(".fix")).toBe(false);
  expect(fix("uninstall").stdout).toContain("fix has stored nothing.");
});

test("without a terminal it lists and deletes nothing", () => {
  const { fix, has, home } = scene();
  const { status, stdout, stderr } = fix("uninstall");
  expect(status).toBe(1);
  expect(stdout).toContain(`${join(home, ".fix/config.json")}  `);
  expect(stderr).toContain("no terminal to ask on: --yes deletes everything but the keys");
  expect(has(".fix/config.json")).toBe(true);
  const listed = JSON.parse(fix("uninstall", "--json").stdout);
  expect(listed).toMatchObject({ removed: [], problem: null });
  expect(listed.keys).toEqual([expect.objectContaining({ path: join(home, ".fix/key.ed25519") })]);
  expect(has(".fix/config.json")).toBe(true);
});

test("files that fix did not make stay, and are named", () => {
  const { fix, home, has } = scene();
  writeFileSync(join(home, ".fix", "notes.txt"), "mine\n");
  const state = join(home, "state", "fix");
  mkdirSync(join(state, "commits"), { recursive: true, mode: 0o700 });
  writeFileSync(join(state, "notes.txt"), "mine\n");
  const { status, stdout } = fix("uninstall", "--yes", "--keys");
  expect(status).toBe(0);
  expect(stdout).toContain(`${join(home, ".fix", "notes.txt")}, which is not from fix`);
  expect(stdout).toContain(`${state}, which holds files that are not from fix`);
  expect(has(".fix/notes.txt")).toBe(true);
  expect(readdirSync(state)).toEqual(["notes.txt"]);
});

test("the line of a start-up file goes, and the rest of it stays as it was", () => {
  const { fix, home } = scene();
  const real = join(home, "dotfiles-bashrc");
  // Latin-1, which is not UTF-8.
  const text = (line: string) => Buffer.from(`alias a='b'\n${line}# caf\xe9\n`, "latin1");
  writeFileSync(real, text(`${BASH_LINE}\n`));
  chmodSync(real, 0o640);
  symlinkSync(real, join(home, ".bashrc"));
  writeFileSync(
    join(home, ".zshrc"),
    'if true; then\n  eval "$(fix init zsh)"\nfi\n# fix init zsh\n',
  );
  const { stdout } = fix("uninstall", "--yes");
  expect(readFileSync(real).equals(text(""))).toBe(true);
  expect(statSync(real).mode & 0o777).toBe(0o640);
  expect(lstatSync(join(home, ".bashrc")).isSymbolicLink()).toBe(true);
  // Without it the branch would be empty, which zsh refuses.
  expect(readFileSync(join(home, ".zshrc"), "utf8")).toContain("  eval");
  expect(stdout).toContain(`Edit ${join(home, ".zshrc")} yourself: line 2 calls fix.`);
  expect(stdout).not.toContain("line 4");
});

test.each([
  { answers: ["n"], config: true, key: true, status: 1 },
  { answers: ["y", "n"], config: false, key: true, status: 0 },
  { answers: ["y", "delete"], config: false, key: false, status: 0 },
])("on a terminal $answers answers the questions", async ({ answers, config, key, status }) => {
  const { env, home, has } = scene();
  await using terminal = new TypedTerminal([process.execPath, FIX, "uninstall"], {
    cwd: home,
    env,
  });
  const questions = [/but the keys\? \[y\/N\]/, /Delete the keys too\?.*\[delete\/N\]/s];
  for (const [index, answer] of answers.entries()) {
    await terminal.until(questions[index] ?? /$/);
    terminal.type(`${answer}\r`);
  }
  expect(await terminal.exitCode()).toBe(status);
  expect({ config: has(".fix/config.json"), key: has(".fix/key.ed25519") }).toEqual({
    config,
    key,
  });
});

test.skipIf(!hasProgram("bwrap"))("it refuses while another fix runs (needs bwrap)", async () => {
  const { env, home, fix, has } = scene();
  const words = [FIX, "try", "--discard", "--", "echo ready; sleep 60"];
  const child = spawn(process.execPath, words, {
    cwd: mkdtempSync(join(home, "project-")),
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGINT");
    await ended;
  });
  await once(child.stdout, "data");
  const { status, stderr } = fix("uninstall", "--yes");
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: "fix: another fix is running: end it, then try again\n",
  });
  expect(has(".fix/config.json")).toBe(true);
});

/** A repair makes all there is: keys, the market, settings, a commit with its copies. */
async function useAndUninstall(person: Person, uid?: number): Promise<void> {
  const run = join(person.home, "run");
  for (const directory of [run, person.state]) {
    mkdirSync(directory);
    if (uid !== undefined) chownSync(directory, uid, uid);
  }
  const before = readdirSync(person.home, { recursive: true }).sort();
  const environment = { XDG_RUNTIME_DIR: run };
  const fix = (...words: readonly string[]) => person.fix(words, undefined, environment);
  await fix("config", "bounty", "0.4");
  await fix("--", "false");
  await fix("try", "--yes", "--", "echo 2 > a.txt");
  const listed = JSON.parse((await fix("uninstall", "--json")).out);
  expect(listed.foreign).toEqual([]);
  expect(listed.keys).toHaveLength(3);
  expect(await fix("uninstall", "--yes", "--keys")).toMatchObject({ status: 0, err: "" });
  expect(readdirSync(person.home, { recursive: true }).sort()).toEqual(before);
}

test.skipIf(!hasProgram("bwrap"))("nothing of fix is left in a home (needs bwrap)", async () => {
  using person = new Person({ "a.txt": "1\n" });
  await useAndUninstall(person);
});

test.skipIf(!hasProgram("bwrap") || !IS_ROOT || !isReadable(FIX))(
  "nothing of fix is left in another user's home (needs bwrap, root, a readable checkout)",
  async () => {
    using person = new Person({ "a.txt": "1\n" }, { uid: OTHER_UID });
    await useAndUninstall(person, OTHER_UID);
  },
);

test.each([
  { at: "lib/node_modules/@a/b/bin", told: () => "npm uninstall -g @a/b" },
  {
    at: "own/lib/node_modules/@a/b/bin",
    told: (home: string) => `npm uninstall -g --prefix ${home}/own @a/b`,
  },
  { at: "p/node_modules/@a/b/bin", told: (home: string) => `npm uninstall @a/b in ${home}/p` },
  { at: "checkout/bin", told: () => "delete the checkout that fix runs from" },
])("a program in $at is removed the way it was installed", ({ at, told }) => {
  const { home } = scene();
  mkdirSync(join(home, at), { recursive: true });
  writeFileSync(join(home, at, "fix.mjs"), "");
  symlinkSync(join(home, at, "fix.mjs"), join(home, "fix"));
  expect(removePackage(join(home, "fix"), join(home, "bin/node"))).toBe(told(home));
});
