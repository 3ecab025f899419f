/**
 * Users for tests. When root runs the tests, the ordinary user is a uid without a name; otherwise it
 * is the user who runs them. Each has an empty home of its own.
 *
 *   await using user = await ordinaryUser();
 *   const answers = await user.run<{ name: string }>(new URL("./probe.entry.ts", import.meta.url));
 */
import { constants, statSync } from "node:fs";
import { chmod, chown, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runEntry } from "./run-entry.ts";

export interface TestUser extends AsyncDisposable {
  readonly uid: number;
  readonly gid: number;
  /** Empty at first, owned by the user, removed with the user. */
  readonly home: string;
  /**
   * Runs a module as this user and returns the JSON lines it printed. `asRootBefore` is shell text
   * that root runs first, in a mount namespace that ends with the module.
   * @throws when it exits with anything but 0, with what it wrote to standard error.
   */
  run<Line>(entry: URL, args?: readonly string[], asRootBefore?: string): Promise<readonly Line[]>;
}

/** No account has it, which is how many containers run. */
const UID = 1001;
/** Where homes are: a sandbox covers what is beside them too. */
const HOMES = "/home";

export const isRoot = process.getuid?.() === 0;

/** Root as in the tests' own process, or an ordinary user. */
export function testUser(who: "root" | "user"): Promise<TestUser> {
  return who === "root" ? rootUser() : ordinaryUser();
}

async function rootUser(): Promise<TestUser> {
  const home = await mkdtemp(join(tmpdir(), "guard-root-"));
  return {
    uid: 0,
    gid: 0,
    home,
    run: (entry, args, asRootBefore) =>
      runEntry(entry, args, {
        command: [...inNamespace(asRootBefore), process.execPath],
        cwd: process.cwd(),
        env: process.env,
      }),
    async [Symbol.asyncDispose]() {
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** `group`: the main one, and `others`, where root runs the tests. */
export async function ordinaryUser(group = UID, others: readonly number[] = []): Promise<TestUser> {
  const uid = isRoot ? UID : (process.getuid?.() ?? UID);
  const gid = isRoot ? group : (process.getgid?.() ?? UID);
  const folder = await mkdtemp(join(isRoot ? HOMES : homedir(), "guard-user-"));
  await chmod(folder, 0o755);
  const home = join(folder, "home");
  await mkdir(home, { mode: 0o700 });
  if (isRoot) await chown(home, uid, gid);
  const node = await readableNode(folder);
  const groups = others.length === 0 ? "--clear-groups" : `--groups=${others.join(",")}`;
  const become = isRoot ? ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, groups, "--"] : [];
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", HOME: home, LANG: "C.UTF-8" };

  return {
    uid,
    gid,
    home,
    run(entry, args = [], asRootBefore) {
      const command = [...inNamespace(asRootBefore), ...become, node];
      return runEntry(entry, args, { command, cwd: home, env });
    },
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function inNamespace(asRootBefore: string | undefined): readonly string[] {
  if (asRootBefore === undefined) return [];
  return ["unshare", "--mount", "sh", "-c", `set -e\n${asRootBefore}\nexec "$@"`, "sh"];
}

/** The Node that runs the tests, or a copy where the user can reach it, also when /home is apart. */
async function readableNode(folder: string): Promise<string> {
  const own = process.execPath;
  if (isReachable(own) && !own.startsWith(HOMES)) return own;
  const copy = join(folder, "node");
  await copyFile(own, copy, constants.COPYFILE_FICLONE);
  await chmod(copy, 0o755);
  return copy;
}

function isReachable(path: string): boolean {
  const isOpen = (statSync(path).mode & 0o005) === 0o005;
  if (!isOpen) return false;
  return path === "/" || isReachable(dirname(path));
}
