/** A shell on a terminal of its own, and input that is typed into it. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { quoteWords } from "@bazaar/work";

/** The last text on the screen when the shell waits for input. */
export const PROMPT = "ready@> ";

const MAX_LOOKS = 250;
const LOOK_MS = 20;

export class TypedShell implements AsyncDisposable {
  readonly home: string;
  readonly #child: ChildProcessWithoutNullStreams;
  #screen = "";
  #waiting: (() => void) | null = null;

  private constructor(home: string, words: readonly string[]) {
    this.home = home;
    this.#child = spawn("script", ["-qec", `exec ${quoteWords(words)}`, "/dev/null"], {
      cwd: home,
      env: {
        PATH: process.env.PATH,
        TERM: "xterm",
        HOME: home,
        SHELL: "/bin/sh",
        XDG_RUNTIME_DIR: home,
        XDG_STATE_HOME: join(home, "state"),
      },
    });
    // Decoded as one stream: a character may arrive in two parts.
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.#screen += text;
      this.#waiting?.();
    });
  }

  /** Waits for the first prompt. `startup` are files below the home, which may be another shell's. */
  static async start(
    words: readonly string[],
    startup: Readonly<Record<string, string>>,
    home = mkdtempSync(join(tmpdir(), "typed-shell-")),
  ): Promise<TypedShell> {
    for (const [path, text] of Object.entries(startup)) {
      mkdirSync(join(home, path, ".."), { recursive: true });
      writeFileSync(join(home, path), text);
    }
    const shell = new TypedShell(home, words);
    await shell.#untilPrompt(0);
    return shell;
  }

  /** Everything that was written to the terminal. */
  get shown(): string {
    return this.#screen;
  }

  /** What the terminal showed from here until the next prompt. */
  async type(line: string): Promise<string> {
    return this.press(`${line}\r`);
  }

  /** The same for keys that may be anything; Ctrl+C is one. */
  async press(keys: string): Promise<string> {
    const from = this.#screen.length;
    this.#child.stdin.write(keys);
    await this.#untilPrompt(from);
    return this.#screen.slice(from);
  }

  /** Types a line that does not end before it has shown these words. */
  async typeUntil(line: string, words: string): Promise<void> {
    await this.keysUntil(`${line}\r`, words);
  }

  /** What was shown after these keys until these words, without escape sequences. */
  async keysUntil(keys: string, words: string): Promise<string> {
    const from = this.#screen.length;
    this.#child.stdin.write(keys);
    const shown = () => this.#screen.slice(from).replace(ESCAPES, "");
    await this.#until(() => shown().includes(words));
    return shown();
  }

  /** The exit code of the shell. */
  async leave(line: string): Promise<number | null> {
    const left = once(this.#child, "exit");
    this.#child.stdin.write(`${line}\r`);
    const [code] = await left;
    return code as number | null;
  }

  /** Where its record is. */
  get folder(): string {
    return join(this.home, "fix-shell");
  }

  files(): readonly string[] {
    return readdirSync(this.folder).sort();
  }

  /** What the outermost shell tells; the environment that `fix it` would see below it. */
  environment(): NodeJS.ProcessEnv {
    const name = this.files().find((file) => file.endsWith(".last")) ?? "none";
    return { FIX_SHELL_RECORD: join(this.folder, name) };
  }

  #untilPrompt(from: number): Promise<void> {
    const shown = () => this.#screen.slice(from).replace(TRAILING_ESCAPES, "");
    return this.#until(() => shown().endsWith(PROMPT));
  }

  async #until(isShown: () => boolean): Promise<void> {
    while (!isShown()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting = resolve;
      await promise;
    }
  }

  async closeTerminal(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const left = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await left;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.closeTerminal();
    // What was in the terminal hears of it a moment later, and may have a history to save.
    for (let look = 0; look < MAX_LOOKS && this.#isRecorded(); look += 1) await sleep(LOOK_MS);
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }

  #isRecorded(): boolean {
    return existsSync(this.folder) && this.files().some((file) => file.endsWith(".log"));
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal is told by control characters.
const ESCAPES = /\x1b(?:\[[\d;?]*[A-Za-z]|\][^\x07]*\x07|[=>]|\(B)/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal is told by control characters.
const TRAILING_ESCAPES = /(?:\x1b(?:\[[\d;?]*[A-Za-z]|[=>]|\(B)|\r)*$/;
