/**
 * An ordinary user for tests that run as root: a uid without a name, with a home of its own, who
 * may be unable to read the checkout. What he runs is bundled into one file that he can read, and
 * answers in lines of JSON on standard output.
 *
 *   await using user = await ordinaryUser();
 *   const answers = await user.run<{ name: string }>(new URL("./probe.entry.ts", import.meta.url));
 */
import { spawn } from "node:child_process";
import { constants, statSync } from "node:fs";
import { chmod, chown, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export interface OrdinaryUser extends AsyncDisposable {
  readonly uid: number;
  readonly gid: number;
  /** Empty at first, his own, removed with him. */
  readonly home: string;
  /**
   * Bundles a module, runs it as him with `args`, and gives back the JSON lines it printed.
   * `asRootBefore` is shell text that root runs first, in a mount namespace that ends with him.
   * @throws when it exits with anything but 0, with what it wrote to standard error.
   */
  run<Line>(entry: URL, args?: readonly string[], asRootBefore?: string): Promise<readonly Line[]>;
}

/** No account has it, which is how many containers run. */
const UID = 1001;

/** CommonJS inside a bundle still asks for `require`. */
const REQUIRE =
  'import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url);';

export const isRoot = process.getuid?.() === 0;

/** When the tests themselves are not run by root, it is whoever runs them. */
export async function ordinaryUser(): Promise<OrdinaryUser> {
  const uid = isRoot ? UID : (process.getuid?.() ?? UID);
  const gid = isRoot ? UID : (process.getgid?.() ?? UID);
  const folder = await mkdtemp(join(tmpdir(), "guard-user-"));
  await chmod(folder, 0o755);
  const home = join(folder, "home");
  await mkdir(home, { mode: 0o700 });
  if (isRoot) await chown(home, uid, gid);
  const node = await readableNode(folder);

  return {
    uid,
    gid,
    home,
    async run<Line>(
      entry: URL,
      args: readonly string[] = [],
      asRootBefore?: string,
    ): Promise<readonly Line[]> {
      const bundle = await bundled(entry, folder);
      const become = isRoot
        ? ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--"]
        : [];
      const first =
        asRootBefore === undefined
          ? []
          : ["unshare", "--mount", "sh", "-c", `set -e\n${asRootBefore}\nexec "$@"`, "sh"];
      const [file = node, ...rest] = [...first, ...become, node, bundle, ...args];
      const text = await printed(file, rest, home);
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Line);
    },
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function bundled(entry: URL, folder: string): Promise<string> {
  const outfile = join(folder, `${Buffer.from(entry.href).toString("hex").slice(-24)}.mjs`);
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    banner: { js: REQUIRE },
    logLevel: "error",
  });
  await chmod(outfile, 0o644);
  return outfile;
}

/** The Node that runs the tests, or a copy where others can reach it. */
async function readableNode(folder: string): Promise<string> {
  const own = process.execPath;
  if (isReachable(own)) return own;
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

function printed(file: string, args: readonly string[], home: string): Promise<string> {
  const child = spawn(file, args, {
    cwd: home,
    env: { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", HOME: home, LANG: "C.UTF-8" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let problems = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    problems += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) resolve(out);
      else reject(new Error(`as user: exit ${code ?? signal}\n${problems}\n${out}`));
    });
  });
}
