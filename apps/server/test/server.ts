/** The real server as a separate process, in a folder of its own. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll } from "vitest";

export const MAIN = join(import.meta.dirname, "../src/main.ts");
/** Programs start in a third of the time when Node finds them compiled. */
export const COMPILED = join(import.meta.dirname, "../../../node_modules/.cache/node-compile");
const READY = /listens on (https?:\/\/\S+)/;
/** Shorter than a test's limit, so that one that hangs shows its log. */
const START_MS = 120_000;
/** A command that serves instead of refusing must not block the tests. */
const COMMAND_MS = 120_000;

export interface ServerOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** What BAZAAR_CONFIG says. */
  readonly settings?: object;
}

/** Tests send many acts from one address and few keys. */
const ROOMY = {
  perAddress: { requests: 1_000_000, seconds: 60 },
  busyMsPerAddress: 1_000_000,
  signedPerAddress: { requests: 1_000_000, seconds: 60 },
  perIdentity: { requests: 1_000_000, seconds: 60 },
};

export class Folder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), "bazaar-server-"));

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  at(name: string): string {
    return join(this.path, name);
  }

  write(name: string, text: string): string {
    writeFileSync(this.at(name), text);
    return this.at(name);
  }

  /** As if a server had run until then. */
  setLastBeat(atMs: number): void {
    const database = new DatabaseSync(this.at("bazaar.db"));
    database.prepare("update heartbeat set beat_at = ?").run(atMs);
    database.close();
  }

  /** The program's environment, without the variables of the test run. */
  environment({ environment = {}, settings = {} }: ServerOptions = {}): NodeJS.ProcessEnv {
    const config = this.write("settings.json", JSON.stringify({ limits: ROOMY, ...settings }));
    return {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILED,
      FIX_PORT: "0",
      FIX_DB: this.at("bazaar.db"),
      BAZAAR_CONFIG: config,
      ...environment,
    };
  }

  /**
   * Any other command, to its end. This process goes on meanwhile: otherwise it would not see that a
   * server has closed an idle connection, and send its next request there.
   */
  async run(args: readonly string[], options: ServerOptions = {}) {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: this.path,
      env: this.environment(options),
      stdio: ["ignore", "pipe", "pipe"],
      timeout: COMMAND_MS,
    });
    const closed = once(child, "close");
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    await closed;
    return { status: child.exitCode, stdout, stderr };
  }
}

export class TestServer implements AsyncDisposable {
  readonly folder: Folder;
  readonly #options: ServerOptions;
  #process: ChildProcess;
  #exited: Promise<unknown[]>;
  #output = "";
  #logs = "";
  url = "";

  private constructor(folder: Folder, options: ServerOptions) {
    this.folder = folder;
    this.#options = options;
    this.#process = this.#spawn({});
    this.#exited = once(this.#process, "exit");
  }

  static async start(folder: Folder, options: ServerOptions = {}): Promise<TestServer> {
    const server = new TestServer(folder, options);
    await server.#ready();
    return server;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  get logs(): string {
    return this.#logs;
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  get output(): string {
    return this.#output;
  }

  /** Like a crash: nothing is finished. */
  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#exited;
  }

  /** Its event loop stands still; connections are accepted by the system. */
  pause(): void {
    this.#process.kill("SIGSTOP");
  }

  resume(): void {
    this.#process.kill("SIGCONT");
  }

  /** The longest file that it may write, as on a full disk; null for any. Needs `prlimit`. */
  limitFiles(bytes: number | null): void {
    const limit = `--fsize=${bytes ?? "unlimited"}:unlimited`;
    execFileSync("prlimit", ["--pid", String(this.#process.pid), limit]);
  }

  /** Asks it to close; gives its exit code. */
  async terminate(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    this.#process.kill(signal);
    return this.exitCode();
  }

  /** Waits until it has ended. */
  async exitCode(): Promise<number | null> {
    await this.#exited;
    return this.#process.exitCode;
  }

  /** Again, at the same address; `laterMs` sets its clock ahead, as if it had been down so long. */
  async restart({ laterMs = 0 }: { readonly laterMs?: number } = {}): Promise<void> {
    const port = new URL(this.url).port;
    const clock = `const now = Date.now; Date.now = () => now() + ${laterMs};`;
    const ahead = { NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(clock)}"` };
    this.#process = this.#spawn({ FIX_PORT: port, ...(laterMs === 0 ? {} : ahead) });
    this.#exited = once(this.#process, "exit");
    await this.#ready();
  }

  #spawn(more: Readonly<Record<string, string>>): ChildProcess {
    const env = { ...this.folder.environment(this.#options), ...more };
    const child = spawn(process.execPath, [MAIN, "serve", "--no-agent"], {
      cwd: this.folder.path,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#output = "";
    child.stdout?.on("data", (chunk) => {
      this.#output += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      this.#logs += chunk;
    });
    return child;
  }

  async #ready(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const child = this.#process;
    const fail = (why: string) => reject(new Error(`the server ${why}:\n${this.#logs}`));
    const timer = setTimeout(fail, START_MS, "did not get ready");
    child.stdout?.on("data", () => {
      const url = READY.exec(this.#output)?.[1];
      if (url !== undefined && this.#output.endsWith("\n")) resolve(url);
    });
    child.once("exit", (code) => fail(`ended with ${code}`));
    this.url = await promise.finally(() => clearTimeout(timer));
  }
}

/** One server for all tests of a file or of a `describe`. */
export function sharedServer(options: ServerOptions = {}): { readonly url: string } {
  const folder = new Folder();
  let server: TestServer | null = null;
  beforeAll(async () => {
    server = await TestServer.start(folder, options);
  });
  afterAll(async () => {
    await server?.kill();
    folder[Symbol.dispose]();
  });
  return {
    get url() {
      return server?.url ?? "";
    },
  };
}
