/**
 * A person's terminal: a bash with the shell integration in tmux, and what its screen shows.
 *
 * It has a home of its own, mounted for it alone, and no network but loopback. All that
 * it starts ends with it.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { removeTree } from "@bazaar/testkit/remove-tree";

const FIX = join(import.meta.dirname, "../../apps/cli/bin/fix.mjs");
const HOME = join("/home", "ada");
const [COLUMNS, ROWS] = [92, 48];
const LOOK_MS = 60;
const MAX_LOOKS = 600;
/** So often the same, and the screen rests. */
const STILL = 4;

/** What a new shell reads. */
const BASHRC = `[ -r ~/.fix/hooks/bash ] && . ~/.fix/hooks/bash || eval "$(fix init bash 2>/dev/null)"
PS1='\\w $ '
`;
const GITCONFIG = `[user]
	name = Ada
	email = ada@example.org
[init]
	defaultBranch = main
[advice]
	defaultBranchName = false
`;

export class TmuxScreen implements AsyncDisposable {
  readonly #folder: string;
  readonly #holder: ChildProcess;
  readonly #isOurHome: boolean;

  private constructor(folder: string, holder: ChildProcess, isOurHome: boolean) {
    this.#folder = folder;
    this.#holder = holder;
    this.#isOurHome = isOurHome;
  }

  static async open(): Promise<TmuxScreen> {
    const folder = mkdtempSync(join(tmpdir(), "day-"));
    const home = join(folder, "home");
    mkdirSync(join(home, ".local/bin"), { recursive: true });
    symlinkSync(FIX, join(home, ".local/bin/fix"));
    writeFileSync(join(home, ".bashrc"), BASHRC);
    writeFileSync(join(home, ".gitconfig"), GITCONFIG);
    const isOurHome = !existsSync(HOME);
    if (isOurHome) mkdirSync(HOME);
    const apart = ["--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"];
    const script = `ip link set lo up && mount --bind ${home} ${HOME} && echo up && read -r _`;
    const holder = spawn("unshare", [...apart, "sh", "-c", script], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    await once(holder.stdout, "data");
    const screen = new TmuxScreen(folder, holder, isOurHome);
    try {
      screen.#start();
      await screen.#rest(/^~ \$$/);
      return screen;
    } catch (error) {
      await screen[Symbol.asyncDispose]();
      throw error;
    }
  }

  #start(): void {
    const size = ["-x", String(COLUMNS), "-y", String(ROWS)];
    this.#tmux("-f", "/dev/null", "new-session", "-d", "-c", HOME, ...size, "bash");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const left = once(this.#holder, "exit");
    if (this.#holder.kill("SIGKILL")) await left;
    removeTree(this.#folder);
    if (this.#isOurHome) rmdirSync(HOME);
  }

  /** Prepares something that the person does not see, in the home. */
  prepare(text: string): void {
    this.#inside(["bash", "-euc", `cd ${HOME}\n${text}`]);
  }

  /** Leaves a prompt only. */
  async clear(prompt: RegExp): Promise<void> {
    this.#tmux("send-keys", "C-l");
    await this.#rest(prompt);
    this.#tmux("clear-history");
  }

  /** Types it, presses the key, and waits until the screen rests with such a line at its end. */
  async type(text: string, key: string, until: RegExp): Promise<void> {
    this.#tmux("send-keys", "-l", text);
    this.#tmux("send-keys", key);
    await this.#rest(until);
  }

  /** Whatever was shown since it was cleared, without empty lines at the end. */
  get text(): string {
    const shown = this.#tmux("capture-pane", "-p", "-S", "-");
    return shown.trimEnd();
  }

  async #rest(until: RegExp): Promise<void> {
    let [before, still] = ["", 0];
    for (let look = 0; look < MAX_LOOKS; look += 1) {
      await sleep(LOOK_MS);
      const { text } = this;
      still = text === before ? still + 1 : 0;
      before = text;
      if (still >= STILL && until.test(text.split("\n").at(-1) ?? "")) return;
    }
    throw new Error(`the screen does not come to rest:\n${before}`);
  }

  #tmux(...words: readonly string[]): string {
    return this.#inside(["tmux", "-S", join(this.#folder, "tmux"), ...words]);
  }

  #inside(words: readonly string[]): string {
    const { pid } = this.#holder;
    const [inner = ""] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
    const enter = ["-t", inner, "--net", "--pid", "--mount"];
    return execFileSync("nsenter", [...enter, ...words], {
      cwd: "/",
      encoding: "utf8",
      env: {
        HOME,
        PATH: [
          join(HOME, ".local/bin"),
          "/usr/local/bin",
          "/usr/bin",
          "/bin",
          "/usr/sbin",
          dirname(process.execPath),
        ].join(delimiter),
        LC_ALL: "C.UTF-8",
        SHELL: "/bin/bash",
        TERM: "xterm",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }
}
