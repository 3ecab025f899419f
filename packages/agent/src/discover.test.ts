import type { Connection } from "@bazaar/doors/connection";
import { connect } from "@bazaar/doors/http/connect";
import { ed25519Verify, generateSigner } from "@bazaar/keys";
import { afterEach, beforeEach, expect, test } from "vitest";
import { taken } from "../../doors/src/http/connect/test/in-process.ts";
import { DoorUnderTest, document } from "../../doors/test/door-under-test.ts";
import { type Discovery, discover } from "./discover.ts";

let under: DoorUnderTest;
let url: string;
let leaving: AbortController;

beforeEach(async () => {
  under = await DoorUnderTest.open();
  under.nowMs = Date.now();
  const { port } = await under.listener.listen(0, "127.0.0.1");
  url = `http://127.0.0.1:${port}`;
  leaving = new AbortController();
});

afterEach(async () => {
  expect(under.faults).toEqual([]);
  await under[Symbol.asyncDispose]();
});

function connected(fetched?: typeof fetch): Connection {
  const given = fetched === undefined ? {} : { fetch: fetched };
  return connect({ url, signer: generateSigner(), verify: ed25519Verify, ...given });
}

async function post(): Promise<string> {
  const posted = taken(await connected().post(document(under)));
  return posted.contract.id.slice(0, 32);
}

/** Discovery at work; what it finds can be waited for. */
function discovering(changes: Partial<Discovery>) {
  const names: string[] = [];
  const errors: unknown[] = [];
  let heard = Promise.withResolvers<void>();
  const needs: Discovery = {
    connection: connected(),
    filter: {},
    discovery: "poll",
    pollMs: 50,
    onError: (error) => errors.push(error),
    signal: leaving.signal,
    ...changes,
  };
  const running = discover(needs, (name) => {
    names.push(name.slice(0, 32));
    heard.resolve();
    return true;
  });
  const until = async (name: string): Promise<void> => {
    while (!names.includes(name)) {
      await heard.promise;
      heard = Promise.withResolvers<void>();
    }
  };
  return { until, names, errors, running };
}

/** The list is asked for once, at the start; whatever comes later only the stream can tell. */
const STREAM_ALONE = { discovery: "stream", pollMs: 3_600_000 } as const;

test("the stream alone finds a contract", async () => {
  const { until, errors, running } = discovering(STREAM_ALONE);
  while (under.door.listeners === 0) await new Promise((turn) => setImmediate(turn));
  await until(await post());
  leaving.abort();
  await running;
  expect(errors).toEqual([]);
});

test("a contract from before the stream is found in the list", async () => {
  const name = await post();
  const { until, running } = discovering(STREAM_ALONE);
  await until(name);
  leaving.abort();
  await running;
});

test("polling finds a contract and opens no stream", async () => {
  const { until, running } = discovering({});
  await until(await post());
  expect(under.door.listeners).toBe(0);
  leaving.abort();
  await running;
});

test("an invalid stream is reported, and polling continues", async () => {
  const nonsense: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.includes("/contracts/stream")) return fetch(request);
    return new Response("<html>", { headers: { "content-type": "text/html" } });
  };
  const { until, errors, running } = discovering({
    connection: connected(nonsense),
    discovery: "stream",
  });
  while (errors.length === 0) await new Promise((turn) => setImmediate(turn));
  await until(await post());
  leaving.abort();
  await running;
  expect(errors.map(String)).toEqual([expect.stringContaining("BadAnswer")]);
});
