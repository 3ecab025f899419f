/** A person with a home and a project of their own, who calls the real `fix` as a process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { removeTree } from "@bazaar/testkit/remove-tree";

const FIX = join(import.meta.dirname, "../bin/fix.mjs");

export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** When the user presses Ctrl+C: as that is read, or once that has happened. */
type Interrupting = RegExp | Promise<unknown>;

export class Person implements Disposable {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), "fix-person-")));
  readonly project = join(this.home, "project");
  /** Where the guard keeps layers and journals. */
  readonly state = join(this.home, "state");

  readonly #uid: number | null;

  /** Runs as another user, which needs root. */
  constructor(files: Readonly<Record<string, string>>, { uid }: { readonly uid?: number } = {}) {
    this.#uid = uid ?? null;
    mkdirSync(this.project);
    for (const path of [this.home, this.project]) if (uid !== undefined) chownSync(path, uid, uid);
    for (const [name, content] of Object.entries(files)) this.write(name, content);
  }

  [Symbol.dispose](): void {
    removeTree(this.home);
  }

  write(name: string, content: string): void {
    const path = join(this.project, name);
    writeFileSync(path, content);
    if (this.#uid !== null) chownSync(path, this.#uid, this.#uid);
  }

  read(name: string): string {
    return readFileSync(join(this.project, name), "utf8");
  }

  /**
   * Nothing of what the tests were started with is seen, but the Node that runs them. With
   * `until`, the user presses Ctrl+C then.
   */
  fix(
    words: readonly string[],
    until?: Interrupting,
    environment: NodeJS.ProcessEnv = {},
  ): Promise<Ended> {
    return this.run([FIX, ...words], until, environment);
  }

  /** A program of Node's, in the project while there is one. */
  async run(
    words: readonly string[],
    until?: Interrupting,
    environment: NodeJS.ProcessEnv = {},
  ): Promise<Ended> {
    const path = [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter);
    const child = spawn(process.execPath, words, {
      cwd: existsSync(this.project) ? this.project : this.home,
      env: {
        PATH: path,
        HOME: this.home,
        XDG_STATE_HOME: this.state,
        LANG: "C.UTF-8",
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
      ...(this.#uid === null ? {} : { uid: this.#uid, gid: this.#uid }),
    });
    let seen = "";
    let isInterrupted = false;
    if (until instanceof Promise) void until.then(() => child.kill("SIGINT"));
    child.stderr.on("data", (chunk) => {
      seen += chunk;
      if (isInterrupted || !(until instanceof RegExp) || !until.test(seen)) return;
      isInterrupted = true;
      child.kill("SIGINT");
    });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    return { status: child.exitCode, out, err };
  }
}

/** Whether any user could run the checkout. */
export function isReadable(path: string): boolean {
  if ((statSync(path).mode & 0o004) === 0) return false;
  return path === "/" || isReadable(dirname(path));
}
