/**
 * Where one situation happens: a fresh home with a project, no network but loopback, and processes
 * that all end with it.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { hasProgram } from "@bazaar/testkit/program";
import { removeTree } from "@bazaar/testkit/remove-tree";

export interface Ended {
  /** Null if it was ended. */
  readonly status: number | null;
  /** Both streams as they came. */
  readonly output: string;
}

/** For what hangs, on a busy machine. */
export const MAX_RUN_MS = 120_000;

const SYSTEM_PATH = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];

export class Stage implements AsyncDisposable {
  readonly home: string;
  readonly project: string;
  readonly #holder: ChildProcess;
  readonly #environment: Readonly<Record<string, string>>;

  private constructor(home: string, holder: ChildProcess) {
    this.home = home;
    this.project = join(home, "project");
    this.#holder = holder;
    this.#environment = environmentOf(home);
  }

  static async open(): Promise<Stage> {
    const home = mkdtempSync(join(HOMES, "repairs-"));
    mkdirSync(join(home, "project"));
    const script = "ip link set lo up && echo up && read -r _";
    const apart = ["--net", "--pid", "--fork", "--kill-child", "--mount-proc"];
    const holder = spawn("unshare", [...apart, "sh", "-c", script], {
      stdio: ["pipe", "pipe", "inherit"],
      env: environmentOf(home),
    });
    const { stdout } = holder;
    const isUp = await Promise.race([
      once(stdout, "data").then(() => true),
      once(holder, "exit").then(() => false),
    ]);
    if (!isUp) throw new Error("no network namespace can be made here");
    return new Stage(home, holder);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const left = once(this.#holder, "exit");
    if (this.#holder.kill("SIGKILL")) await left;
    removeTree(this.home);
  }

  /** The words of a command that runs `words` here, in the project. */
  within(words: readonly string[]): readonly string[] {
    const { pid } = this.#holder;
    const [inner = ""] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
    const enter = ["nsenter", "-t", inner, "--net", "--pid", "--mount"];
    return [...enter, "bash", "-c", 'cd "$0" && exec "$@"', this.project, ...words];
  }

  /** The environment of every command here, with `more`. */
  environment(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
    return { ...this.#environment, ...more };
  }

  async run(words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> {
    if (this.isOver) return { status: null, output: "" };
    const joined = ["bash", "-c", 'exec "$@" 2>&1', "bash", ...words];
    const [program = "", ...args] = this.within(joined);
    const child = spawn("nice", ["-n", "19", program, ...args], {
      env: this.environment(more),
      stdio: ["ignore", "pipe", "inherit"],
    });
    // Whatever it has started is ended with this: the pipe would stay open.
    const timer = setTimeout(() => this.#holder.kill("SIGKILL"), MAX_RUN_MS);
    const ended = once(child, "close");
    const output = await text(child.stdout);
    const [status] = await ended;
    clearTimeout(timer);
    return { status: this.isOver ? null : status, output };
  }

  /** Whether something here took too long. */
  get isOver(): boolean {
    return this.#holder.killed;
  }

  end(): void {
    this.#holder.kill("SIGKILL");
  }
}

/** Beside other homes: a sandbox shows those and directories for anyone differently. */
const HOMES = "/home";

/**
 * Root's network can be taken away from a command. Anyone else would need a user namespace, where
 * the system belongs to nobody, and `fix` trusts no directory that others may write to.
 */
export function canStage(): boolean {
  return process.getuid?.() === 0 && hasProgram("unshare", "nsenter", "ip");
}

/** Nothing of what the bench was started with is seen. */
function environmentOf(home: string): Readonly<Record<string, string>> {
  return {
    HOME: home,
    PATH: [join(home, ".local/bin"), ...SYSTEM_PATH, ...toolchains()].join(delimiter),
    LC_ALL: "C.UTF-8",
    SHELL: "/bin/bash",
    TERM: "xterm",
    // Debian's default pager waits for a key even at the end of a short text.
    PAGER: "cat",
    ...rustup(),
  };
}

/** Where rustup puts its programs, which look for their toolchain in the home unless told. */
function rustup(): Readonly<Record<string, string>> {
  const folder = process.env.RUSTUP_HOME ?? join(homedir(), ".rustup");
  return existsSync(folder) ? { RUSTUP_HOME: folder } : {};
}

function toolchains(): readonly string[] {
  const found = (process.env.PATH ?? "")
    .split(delimiter)
    .find((folder) => existsSync(join(folder, "rustup")));
  return found === undefined || SYSTEM_PATH.includes(found) ? [] : [found];
}

/** Whether a situation finds this program; `python3:ensurepip` is a module of it. */
export function isThere(program: string): boolean {
  const [name = "", module] = program.split(":");
  if (module !== undefined) {
    const env = { PATH: SYSTEM_PATH.join(delimiter) };
    return spawnSync(name, ["-c", `import ${module}`], { env, stdio: "ignore" }).status === 0;
  }
  return [...SYSTEM_PATH, ...toolchains()].some((folder) => existsSync(join(folder, program)));
}

/** The Node that runs this: `fix` needs it, and a situation may have another one. */
export const NODE = join(dirname(process.execPath), "node");
