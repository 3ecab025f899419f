/** A program on a terminal of its own: reads the screen and types. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { quoteWords } from "@bazaar/work";

export interface TypedOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

export class TypedTerminal implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams;
  #screen = "";
  #hasEnded = false;
  #onChange: () => void = () => undefined;

  constructor(words: readonly string[], options: TypedOptions = {}) {
    const { cwd = process.cwd(), env = {}, columns = 80, rows = 24 } = options;
    const sized = `stty cols ${columns} rows ${rows}; exec ${quoteWords(words)}`;
    this.#child = spawn("script", ["-qec", sized, "/dev/null"], {
      cwd,
      env: { PATH: process.env.PATH, TERM: "xterm", SHELL: "/bin/sh", NO_COLOR: "1", ...env },
    });
    // Decoded as one stream: a character may arrive in two parts.
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.#screen += text;
      this.#onChange();
    });
    this.#child.on("close", () => {
      this.#hasEnded = true;
      this.#onChange();
    });
  }

  /** Everything that was written to it, orders to the terminal included. */
  get screen(): string {
    return this.#screen;
  }

  type(keys: string): void {
    this.#child.stdin.write(keys);
  }

  /** @throws Error when the program ends first. */
  async until(what: RegExp | ((screen: string) => boolean)): Promise<void> {
    const isThere = (): boolean =>
      typeof what === "function" ? what(this.#screen) : what.test(this.#screen);
    while (!isThere()) {
      if (this.#hasEnded) throw new Error(`it ended without ${what}:\n${this.#screen}`);
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#onChange = resolve;
      await promise;
    }
  }

  async exitCode(): Promise<number | null> {
    if (!this.#hasEnded) await once(this.#child, "close");
    return this.#child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#hasEnded) return;
    const left = once(this.#child, "close");
    this.#child.kill("SIGKILL");
    await left;
  }
}
