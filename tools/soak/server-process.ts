/** The real server as a process of its own, in a folder of its own, for benches and the soak. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Party, parseParty } from "@bazaar/kernel";

const MAIN = fileURLToPath(new URL("../../apps/server/src/main.ts", import.meta.url));
const SERVE = [MAIN, "serve", "--no-agent"];
const READY = /listens on (http:\/\/\S+)/;
const START_MS = 60_000;

/** A load from one address is no attack, and nobody runs out of money half-way. */
const SETTINGS = {
  limits: {
    perAddress: { requests: 1_000_000_000, seconds: 60 },
    signedPerAddress: { requests: 1_000_000_000, seconds: 60 },
    perIdentity: { requests: 1_000_000_000, seconds: 60 },
    talkPerIdentity: { requests: 1_000_000_000, seconds: 60 },
    streamsPerAddress: 5_000,
    connectionsPerAddress: 10_000,
    openContracts: 1_000_000,
    seats: 1_000_000,
  },
  assets: [
    {
      code: "XNO",
      currency: "XNO",
      chain: "nano",
      bounty: { min: "0.19", max: "100" },
      tierFees: { district: "0.02", appeals: "0.05", supreme: "0.1" },
      platformFee: { percent: "10", min: "0.002" },
      cancelFee: { percent: "10" },
      startingBalance: "1000",
      faucet: "0",
    },
  ],
};

export class ServerFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), "bazaar-load-"));
  readonly database = join(this.path, "bazaar.db");
  readonly log = join(this.path, "server.log");

  constructor() {
    writeFileSync(join(this.path, "settings.json"), JSON.stringify(SETTINGS));
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  /** What the server sees of the machine: nothing that this process was started with. */
  environment(port: number): NodeJS.ProcessEnv {
    return {
      PATH: process.env.PATH,
      FIX_PORT: String(port),
      FIX_DB: this.database,
      BAZAAR_CONFIG: join(this.path, "settings.json"),
    };
  }

  /** Another command on the same database, to its end. */
  run(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
      cwd: this.path,
      env: this.environment(0),
      encoding: "utf8",
    });
    return { status, output: `${stdout}${stderr}` };
  }
}

export class ServerProcess implements AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** From the start of the process until it listens. */
  readonly startMs: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string, startMs: number) {
    this.#child = child;
    this.url = url;
    this.pid = child.pid ?? 0;
    this.startMs = startMs;
  }

  static async start(
    folder: ServerFolder,
    options: {
      readonly port?: number;
      readonly nodeArguments?: readonly string[];
      /** Another program that says where it listens, as a peer. */
      readonly program?: readonly string[];
    } = {},
  ): Promise<ServerProcess> {
    const { port = 0, nodeArguments = [], program = SERVE } = options;
    const startedMs = performance.now();
    // Logged as by default, into a file, so that nobody has to keep up with reading it.
    const log = openSync(folder.log, "a");
    const child = spawn(process.execPath, [...nodeArguments, ...program], {
      cwd: folder.path,
      env: folder.environment(port),
      stdio: ["ignore", "pipe", log],
    });
    closeSync(log);
    endWithUs(child);
    try {
      const url = await listening(child);
      return new ServerProcess(child, url, performance.now() - startedMs);
    } catch (cause) {
      child.kill("SIGKILL");
      throw new Error(`the server did not start:\n${lastLines(folder.log)}`, { cause });
    }
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Whether it is there still; a server that ended by itself has met a bug. */
  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** As a crash or a loss of power ends it: nothing is finished, nothing is said. */
  kill(): Promise<void> {
    return this.#end("SIGKILL");
  }

  stop(): Promise<void> {
    return this.#end("SIGTERM");
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!this.isRunning) return;
    const exited = once(this.#child, "exit");
    this.#child.kill(signal);
    await exited;
  }
}

/** Whatever ends this process, no server is left behind. */
function endWithUs(child: ChildProcess): void {
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
}

async function listening(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const timer = setTimeout(() => reject(new Error("it took too long")), START_MS);
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    const url = READY.exec(output)?.[1];
    if (url !== undefined) resolve(url);
  });
  child.once("exit", (code, signal) => reject(new Error(`it ended with ${code ?? signal}`)));
  return promise.finally(() => clearTimeout(timer));
}

export function lastLines(log: string): string {
  return readFileSync(log, "utf8").split("\n").slice(-20).join("\n");
}

/** The key that the server at this address signs with. */
export async function serverParty(url: string): Promise<Party> {
  const response = await fetch(`${url}/server_pubkey`);
  const { fix_id: name } = (await response.json()) as { readonly fix_id: string };
  const party = parseParty(name);
  if (!party.ok) throw new Error(`the server calls itself ${name}`);
  return party.value;
}
