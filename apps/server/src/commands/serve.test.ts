/** The market with its free agent, as `bazaar serve` runs them: one process, real time. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Contract } from "@bazaar/doors/connection";
import { connect } from "@bazaar/doors/http/connect";
import type { JsonObject } from "@bazaar/kernel";
import { ed25519Verify, generateSigner } from "@bazaar/keys";
import { afterEach, beforeEach, expect, test } from "vitest";
import { taken } from "../../../../packages/doors/src/http/connect/test/in-process.ts";
import { STAND_IN_KEY, says, standIn } from "../../../../packages/work/test/stand-in.ts";
import { sampleDocument } from "../../test/life.ts";
import { Listener } from "../../test/listener.ts";
import { Folder, type ServerOptions } from "../../test/server.ts";

const MAIN = join(import.meta.dirname, "../main.ts");
const USUAL_HEAD_START_MS = 15_000;
/** Longer than the agent takes to find a contract, which it looks for every second. */
const HEAD_START_SECONDS = 2;
/** A rule solves it without an investigation. */
const KNOWN = { command: "find . -name *.c", error: "find: paths must precede expression: `b.c'" };
const STRANGE = { command: "frobnicate", error: "frob 17: the moon is wrong" };

let folder: Folder;
let child: ChildProcess | null;
let leaving: AbortController;
let output: string;

beforeEach(() => {
  folder = new Folder();
  child = null;
  leaving = new AbortController();
});

afterEach(async () => {
  leaving.abort();
  if (child !== null) {
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }
  folder[Symbol.dispose]();
});

async function serving(
  options: ServerOptions = {},
  words: readonly string[] = [],
): Promise<string> {
  const env = folder.environment(options);
  const started = spawn(process.execPath, [MAIN, "serve", ...words], { cwd: folder.path, env });
  child = started;
  output = "";
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  for (const stream of [started.stdout, started.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const [, url] = /listens on (http:\/\/\S+)/.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    });
  }
  started.once("exit", () => reject(new Error(`it ended:\n${output}`)));
  return promise;
}

/** Posts it and accepts every fix, until the agent is paid or has left. */
async function attended(url: string, task: JsonObject): Promise<Contract> {
  const principal = connect({ url, signer: generateSigner(), verify: ed25519Verify });
  const judge = taken(await principal.serverKey());
  let now = taken(await principal.post(sampleDocument(judge, { task }))).contract;
  for await (const { entry, contract } of principal.follow(now, leaving.signal)) {
    now = contract;
    if (entry.type === "fix") taken(await principal.act(contract, "verify", { success: true }));
    if (entry.type === "decline" || contract.state.phase === "fulfilled") break;
  }
  return now;
}

/** From the post to the bond, by the market's clock. */
function takenAfterMs({ transcript }: Contract): number {
  const [posted = 0, bonded = 0] = transcript.receivedAt;
  expect(transcript.entries[1]?.type).toBe("bond");
  return bonded - posted;
}

test("its agent works at once if no other agent is connected", async () => {
  const contract = await attended(await serving(), KNOWN);
  expect(contract.state.phase).toBe("fulfilled");
  expect(takenAfterMs(contract)).toBeLessThan(USUAL_HEAD_START_MS);
});

test("its agent gives connected agents a head start", async () => {
  const url = await serving({ settings: { agent: { headStartSeconds: HEAD_START_SECONDS } } });
  await using _other = await Listener.open(`${url}/contracts/stream`);
  const contract = await attended(url, KNOWN);
  expect(contract.state.phase).toBe("fulfilled");
  expect(takenAfterMs(contract)).toBeGreaterThanOrEqual(HEAD_START_SECONDS * 1_000);
});

test("its agent asks the operator's models in turn if no rule applies, and then declines", async () => {
  await using model = await standIn(() => says('{"move": "pass"}'));
  const access = { BAZAAR_MODEL_URL: model.baseUrl, BAZAAR_MODEL_KEY: STAND_IN_KEY };
  const url = await serving({
    environment: { ...access, BAZAAR_MODEL: "for-judges" },
    settings: { agent: { models: ["small-1", "small-2"] } },
  });
  const { transcript } = await attended(url, STRANGE);
  expect(transcript.entries.map(({ type }) => type)).toEqual(["post", "bond", "decline"]);
  expect(model.asked.map((asked) => asked.model)).toEqual(["small-1", "small-2"]);
  expect(model.problems).toEqual([]);
});

test("its log has writes and refusals, but no successful reads", async () => {
  const url = await serving();
  const contract = await attended(url, KNOWN);
  expect((await fetch(`${url}/contracts`)).status).toBe(200);
  expect((await fetch(`${url}/contracts/not-an-id`)).status).toBeGreaterThanOrEqual(400);
  await expect.poll(() => output).toContain("/contracts/not-an-id");
  const told = output.split("\n").filter((line) => line.includes('"event":"request"'));
  expect(told.some((line) => line.includes(`/contracts/${contract.id}/bond`))).toBe(true);
  const reads = told.filter((line) => line.includes('"method":"GET"'));
  expect(reads.filter((line) => line.includes('"status":200'))).toEqual([]);
  expect(reads).toHaveLength(1);
});

test("its log has reads at debug level", async () => {
  const url = await serving({ settings: { logLevel: "debug" } }, ["--no-agent"]);
  expect((await fetch(`${url}/contracts`)).status).toBe(200);
  await expect.poll(() => output).toMatch(/"method":"GET","path":"\/contracts"/);
});

test("--port overrides FIX_PORT and must be a port", async () => {
  const environment = { FIX_PORT: "1" };
  const url = await serving({ environment }, ["--no-agent", "--port", "0"]);
  expect(new URL(url).port).not.toBe("1");
  const { status, stderr } = await folder.run(["serve", "--port", "nonsense"]);
  expect(status).toBe(2);
  expect(stderr).toContain('--port: expected a whole number from 0 to 65535, got "nonsense"');
});
