/** The real server in a separate process and folder, for benches and the soak. */
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

/** Limits and balances high enough for a load from one address. */
const SETTINGS = {
  limits: {
    perAddress: { requests: 1_000_000_000, seconds: 60 },
    busyMsPerAddress: 1_000_000_000,
    signedPerAddress: { requests: 1_000_000_000, seconds: 60 },
    perIdentity: { requests: 1_000_000_000, seconds: 60 },
    talkPerIdentity: { requests: 1_000_000_000, seconds: 60 },
    streamsPerAddress: 5_000,
    heldPerAddress: 1_000,
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
    // Providers are paid in it.
    {
      code: "BTC",
      decimals: 11,
      currency: "BTC",
      chain: "ledger",
      bounty: { min: "0.00000001", max: "0.01" },
      tierFees: { district: "0.000002", appeals: "0.000005", supreme: "0.00001" },
      platformFee: { percent: "10", min: "0.0000002" },
      cancelFee: { percent: "10" },
      startingBalance: "1",
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

  /** Nothing of this process's environment except PATH. */
  environment(port: number): NodeJS.ProcessEnv {
    return {
      PATH: process.env.PATH,
      FIX_PORT: String(port),
      FIX_DB: this.database,
      BAZAAR_CONFIG: join(this.path, "settings.json"),
    };
  }

  /** Runs another command on the same database. */
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
      /** Another program to compare with, which prints where it listens. */
      readonly program?: readonly string[];
    } = {},
  ): Promise<ServerProcess> {
    const { port = 0, nodeArguments = [], program = SERVE } = options;
    const startedMs = performance.now();
    // Logged to a file, so that an unread pipe cannot block the server.
    const log = openSync(folder.log, "a");
    const child = spawn(process.execPath, [...nodeArguments, ...program], {
      cwd: folder.path,
      env: folder.environment(port),
      stdio: ["ignore", "pipe", log],
    });
    closeSync(log);
    killOnExit(child);
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

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** As in a crash: the server cannot finish anything. */
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

/** Kills the server when this process exits. */
function killOnExit(child: ChildProcess): void {
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
}

async function listening(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const timer = setTimeout(() => reject(new Error("timed out")), START_MS);
  let output = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    const url = READY.exec(output)?.[1];
    if (url !== undefined) resolve(url);
  });
  child.once("exit", (code, signal) => reject(new Error(`it exited with ${code ?? signal}`)));
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
  if (!party.ok) throw new Error(`the server has an invalid fix_id: ${name}`);
  return party.value;
}
