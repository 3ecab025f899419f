/** The command as a person runs it: a separate process, a real connection and a model. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@bazaar/doors/http/connect";
import { ed25519Verify, generateSigner } from "@bazaar/keys";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DoorUnderTest, document } from "../../../../packages/doors/test/door-under-test.ts";
import { STAND_IN_KEY, says, standIn } from "../../../../packages/work/test/stand-in.ts";
import { COMPILED } from "../../test/server.ts";

const PROGRAM = `
import { runProgram } from "@bazaar/terminal";
import { agentCommand } from "./agent.ts";
const program = { name: "bazaar", description: "", version: "0", commands: [agentCommand()] };
await runProgram(program, process.argv.slice(1));
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bazaar-agent-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

class Running implements AsyncDisposable {
  output = "";
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;

  constructor(args: readonly string[], environment: Record<string, string>) {
    const files = ["--key", join(folder, "agent.key"), "--known-fixes", join(folder, "known.json")];
    const program = ["--input-type=module", "--eval", PROGRAM, "--", "agent", ...files, ...args];
    const { PATH, NODE_OPTIONS = "" } = process.env;
    const env = { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE: COMPILED, HOME: folder, ...environment };
    this.#child = spawn(process.execPath, program, { cwd: import.meta.dirname, env });
    this.#exited = once(this.#child, "exit");
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.output += text;
        this.#onOutput();
      });
    }
  }

  #onOutput: () => void = () => {};

  async until(words: string): Promise<void> {
    while (!this.output.includes(words)) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#onOutput = resolve;
      const ended = this.#exited.then(() => {
        if (!this.output.includes(words)) throw new Error(`it ended:\n${this.output}`);
      });
      await Promise.race([promise, ended]);
    }
  }

  async exitCode(): Promise<number | null> {
    await this.#exited;
    return this.#child.exitCode;
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    this.#child.kill(signal);
    return this.exitCode();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#exited;
  }
}

const MODEL = { BAZAAR_MODEL: "small-1", BAZAAR_MODEL_KEY: STAND_IN_KEY };
const SOMEWHERE = { ...MODEL, BAZAAR_MODEL_URL: "http://127.0.0.1:9/v1" };
const MARKET = ["--url", "http://127.0.0.1:9"];

test.each([
  { what: "an address with a path", args: ["--url", "http://m.test/fix"], words: "--url" },
  { what: "an invalid number", args: [...MARKET, "--contracts", "0"], words: "from 1 to" },
  { what: "an invalid amount", args: [...MARKET, "--min-bounty", "0,5"], words: "0.25" },
  { what: "an invalid name", args: [...MARKET, "--needs", "Net Work"], words: "--needs" },
  {
    what: "an unusable record of principals",
    args: [...MARKET, "--principals", import.meta.dirname],
    words: "not a file",
  },
])("$what is refused with a reason", async ({ args, words }) => {
  await using running = new Running(args, SOMEWHERE);
  expect(await running.exitCode()).toBe(2);
  expect(running.output).toContain(words);
});

test("models without access to any are refused", async () => {
  await using running = new Running([...MARKET, "--models", "some/model"], {});
  expect(await running.exitCode()).toBe(2);
  expect(running.output).toContain("--models: no access to models");
});

test("a capability that no one is known to offer is reported", async () => {
  await using running = new Running([...MARKET, "--needs", "foo,network"], {});
  await running.until("--needs: foo is not among those that fix offers: sudo, network, docker");
  await running.until("does not answer");
  expect(await running.stop()).toBe(0);
});

test("without a model it works with rules alone", async () => {
  await using running = new Running(MARKET, {});
  await running.until("with rules, known fixes\n");
  expect(await running.stop()).toBe(0);
});

test("an unreachable market is reported, and used once it answers", async () => {
  await using under = await DoorUnderTest.open();
  under.nowMs = Date.now();
  const { port } = await under.listener.listen(0, "127.0.0.1");
  const later = createServer();
  const free = await new Promise<number>((resolve) => {
    later.listen(0, "127.0.0.1", () => resolve((later.address() as AddressInfo).port));
  });
  later.close();
  await using running = new Running(["--url", `http://127.0.0.1:${free}`], {});
  await running.until(`http://127.0.0.1:${free} does not answer`);
  expect(running.output).not.toContain("connected to");
  const bridge = createServer((client) => {
    const market = createConnection(port, "127.0.0.1");
    for (const end of [client, market]) end.on("error", () => {});
    client.pipe(market).pipe(client);
  });
  bridge.listen(free, "127.0.0.1");
  await running.until("connected to");
  expect(await running.stop()).toBe(0);
  bridge.close();
});

test("stopping in the middle of a contract reports no failure", async () => {
  await using under = await DoorUnderTest.open();
  under.nowMs = Date.now();
  const { port } = await under.listener.listen(0, "127.0.0.1");
  const url = `http://127.0.0.1:${port}`;
  const asked = Promise.withResolvers<void>();
  await using model = await standIn(() => () => asked.resolve());
  await using running = new Running(["--url", url], { ...MODEL, BAZAAR_MODEL_URL: model.baseUrl });
  const principal = connect({ url, signer: generateSigner(), verify: ed25519Verify });
  const posted = await principal.post(document(under));
  if (!posted.ok) throw new Error(posted.refusal.detail);
  await asked.promise;
  expect(await running.stop("SIGINT")).toBe(0);
  expect(running.output).not.toMatch(/failed|Abort/);
});

test("an unreadable file of known fixes is refused with a reason", async () => {
  writeFileSync(join(folder, "known.json"), "{");
  await using running = new Running(MARKET, SOMEWHERE);
  expect(await running.exitCode()).toBe(2);
  expect(running.output).toContain("move it away");
});

test("it finds a contract, asks for test money, fixes it, remembers the fix and who paid, and stops on SIGTERM", async () => {
  await using under = await DoorUnderTest.open({
    needs: (needs) => ({ ...needs, grants: { ...needs.grants, starting: () => 0n } }),
  });
  under.nowMs = Date.now();
  const { port } = await under.listener.listen(0, "127.0.0.1");
  const url = `http://127.0.0.1:${port}`;
  const fix = { move: "fix", shell: "touch it", explanation: "it was missing" };
  await using model = await standIn(() => says(JSON.stringify(fix)));
  const environment = { ...MODEL, BAZAAR_MODEL_URL: model.baseUrl };
  await using running = new Running(["--url", url, "--sse", "--min-bounty", "0.2"], environment);
  await running.until("connected to");

  const principal = connect({ url, signer: generateSigner(), verify: ed25519Verify });
  await principal.faucet("XNO");
  const posted = await principal.post(document(under));
  if (!posted.ok) throw new Error(posted.refusal.detail);
  const { signal } = new AbortController();
  for await (const { entry, contract } of principal.follow(posted.value.contract, signal)) {
    // At once, and so at times before the agent has the market's answer to its fix.
    if (entry.type === "fix") await principal.act(contract, "verify", { success: true });
    if (contract.state.phase === "fulfilled") break;
  }
  await running.until("ended: fulfilled");
  expect(running.output).toContain("found: gcc foo.c");
  expect(running.output).toContain("out of money: the market gave 5 XNO of test money");
  expect(running.output).toContain("fix: it was missing");
  expect(await running.stop()).toBe(0);
  const { principals } = JSON.parse(readFileSync(join(folder, ".fix/principals.json"), "utf8"));
  expect(principals).toMatchObject([{ principal: principal.party, counts: { paid: 1 } }]);
  const kept = JSON.parse(readFileSync(join(folder, "known.json"), "utf8"));
  expect(kept.fixes).toMatchObject([{ shell: "touch it", wins: 1 }]);
  expect(statSync(join(folder, "agent.key")).mode & 0o777).toBe(0o600);
});
