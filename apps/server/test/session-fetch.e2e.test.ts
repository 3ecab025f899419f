/** `bazaar session fetch` against a real server: what it writes, and what it refuses to write. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buyJob, jobDocument } from "@bazaar/client";
import type { Connection } from "@bazaar/doors/connection";
import { connect } from "@bazaar/doors/http/connect";
import { type JsonObject, sha256Hex } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { handIn } from "./hand-in.ts";
import { COMPILED, Folder, TestServer } from "./server.ts";

const MAIN = join(import.meta.dirname, "../src/main.ts");
const TEXT = { text: "Hello.", text_sha256: sha256Hex("Hello.") };

let folder: Folder;
let server: TestServer;

beforeAll(async () => {
  folder = new Folder();
  server = await TestServer.start(folder);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const meet = (): Connection =>
  connect({ url: server.url, signer: generateSigner(), verify: nativeVerifier() });

interface Handed {
  readonly payload: JsonObject;
  readonly isRecorded: boolean;
}

/** A text that was handed in, and paid if it is one. */
async function traded(handed: Handed) {
  const [buyer, provider] = [meet(), meet()];
  const asked = { max_cost_sats: 5_000n, idempotency_key: crypto.randomUUID() };
  const document = jobDocument({
    schemaId: "oa.text_gen.v1",
    payload: { prompt: "Say hello.", max_length: 10n, ...asked },
    budget: { amount: "0.00005", currency: "BTC" },
    provider: provider.party,
    judge: null,
    needsTrajectory: false,
    approvalRuleId: "test",
  });
  const needs = {
    connection: buyer,
    openSandbox: async () => null,
    signal: AbortSignal.timeout(60_000),
    onStep: (step: { readonly step: string; readonly contract?: unknown }) => {
      if (step.step === "posted") void handIn(provider, step.contract as never, handed);
    },
  };
  const bought = await buyJob(needs, document);
  if (!bought.ok) throw new Error(bought.refusal.detail);
  const { id } = bought.value.contract;
  return { id, provider: provider.party };
}

function bazaar(...args: readonly string[]) {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, HOME: folder.path };
  return spawnSync(process.execPath, [MAIN, ...args], { encoding: "utf8", env });
}

const fetched = (id: string, out: string) =>
  bazaar("session", "fetch", id, "--market", server.url, "--out", folder.at(out));

test("a trajectory comes with its signature, receipts and transcript, all of which verify", async () => {
  const { id, provider } = await traded({ payload: TEXT, isRecorded: true });
  const first = fetched(id.slice(0, 32), "whole");
  expect(first).toMatchObject({ status: 0, stderr: "" });
  expect(first.stdout).toMatch(/counts +ok/);
  expect(first.stdout).toContain(`ok: ${provider} signed every line`);
  const names = ["REPLAY.jsonl", "receipts.json", "signature.json", "transcript.json"];
  expect(readdirSync(folder.at("whole")).toSorted()).toEqual(names);
  const proof = [
    folder.at("whole/receipts.json"),
    "--transcript",
    folder.at("whole/transcript.json"),
  ];
  expect(bazaar("receipt", "verify", ...proof).stdout).toContain("2 receipts, 0 failed");
  const before = readFileSync(folder.at("whole/REPLAY.jsonl"), "utf8");
  expect(fetched(id, "whole")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("EEXIST"),
  });
  expect(readFileSync(folder.at("whole/REPLAY.jsonl"), "utf8")).toBe(before);
});

test.each<{ what: string; handed: Handed; says: string }>([
  {
    what: "no trajectory",
    handed: { payload: TEXT, isRecorded: false },
    says: "the result names no trajectory",
  },
  {
    what: "another hash",
    handed: { payload: { ...TEXT, trajectory_hash: `sha256:${"0".repeat(64)}` }, isRecorded: true },
    says: "not what was handed in",
  },
  {
    what: "another session",
    handed: { payload: { ...TEXT, trajectory_id: "another" }, isRecorded: true },
    says: "not what was handed in",
  },
  {
    what: "no signature",
    handed: { payload: { ...TEXT, trajectory_statement: null }, isRecorded: true },
    says: "its provider has not signed it",
  },
])("of a result with $what nothing is written", async ({ what, handed, says }) => {
  const { id } = await traded(handed);
  expect(fetched(id, what)).toMatchObject({ status: 1, stderr: expect.stringContaining(says) });
  expect(existsSync(folder.at(what))).toBe(false);
});

test("of a contract that is not there nothing is written", () => {
  expect(fetched("0".repeat(64), "none")).toMatchObject({ status: 1, stdout: "" });
  expect(existsSync(folder.at("none"))).toBe(false);
});
