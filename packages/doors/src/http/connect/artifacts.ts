/** Artifacts over HTTP: sent with their hash signed, and checked against it when they are read. */
import { createHash } from "node:crypto";
import { bytesBody, type Json, type Party, type Signer } from "@bazaar/kernel";
import { BadAnswer } from "../../connection/market-errors.ts";
import { type Answered, refusedHere } from "../../connection/market-refusal.ts";
import type { Exchange } from "./exchange.ts";
import { readRefusal } from "./read-refusal.ts";
import { requestWithRetry } from "./request-with-retry.ts";
import { signRequest } from "./sign-request.ts";

const PREFIX = "sha256:";
const PATH = "/artifacts";
const HASH = /^sha256:[0-9a-f]{64}$/;
/** Enough for the largest artifact over a slow line. */
const TRANSFER_MS = 300_000;

export async function uploadArtifact(
  exchange: Exchange,
  signer: Signer,
  platform: Party,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<Answered<string>> {
  const hash = sha256Of(bytes);
  const body = new Uint8Array(bytes);
  const askNow = () => ({
    method: "PUT" as const,
    path: `${PATH}?hash=${hash}&bytes=${bytes.byteLength}&platform=${platform}`,
    headers: {
      ...signRequest(
        signer,
        { method: "PUT", path: PATH, body: bytesBody(hash, platform) },
        exchange.clock.nowMs(),
      ),
      "Content-Type": "application/octet-stream",
    },
    body,
    timeoutMs: TRANSFER_MS,
  });
  const answer: Answered<Json> = await requestWithRetry(exchange, askNow, signal);
  return answer.ok ? { ok: true, value: `${PREFIX}${hash}` } : answer;
}

export async function downloadArtifact(
  exchange: Exchange,
  name: string,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Answered<Uint8Array>> {
  if (!HASH.test(name)) {
    const problem = "expected sha256: and 64 hex digits";
    return refusedHere({ code: "malformed_entry", field: "artifact", problem });
  }
  const hash = name.slice(PREFIX.length);
  const ask = {
    method: "GET" as const,
    path: `${PATH}/${hash}`,
    maxBytes,
    timeoutMs: TRANSFER_MS,
  };
  const got = await exchange.fetchBytes(ask, signal);
  if (!(got instanceof Uint8Array)) return readRefusal(got.status, got.text);
  if (sha256Of(got) !== hash) throw new BadAnswer(`the artifact ${name} has another hash`);
  return { ok: true, value: got };
}

function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
