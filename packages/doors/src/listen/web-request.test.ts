/** The door without a socket: what `Listener.fetch` serves, and what it never does. */
import { StoreUnavailable } from "@bazaar/market/ports";
import { expect, test, vi } from "vitest";
import { DoorUnderTest } from "../../test/door-under-test.ts";
import { Life } from "../../test/life.ts";
import { DOCUMENT } from "../http/reads/test/reading-market.ts";
import { HttpDoor } from "../http/serve.ts";
import { DEFAULT_SETTINGS } from "../http/settings.ts";
import { CONTRACT_STREAM, streamRoute } from "../http/stream/stream-route.ts";
import { StreamServer } from "../http/stream/test/stream-server.ts";
import { Admission } from "./admission.ts";
import { Listener } from "./listener.ts";
import { DEFAULT_LISTEN_SETTINGS } from "./settings.ts";
import { fromWebRequest, toWebResponse } from "./web-request.ts";

const STREAM = "/contracts/stream";

/** Reads a body until it contains `text`. */
async function readUntil(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  text: string,
): Promise<string> {
  const decoder = new TextDecoder();
  let read = "";
  while (!read.includes(text)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`ended after ${read}`);
    read += decoder.decode(value, { stream: true });
  }
  return read;
}

function readerOf(response: Response): ReadableStreamDefaultReader<Uint8Array> {
  return response.body!.getReader() as ReadableStreamDefaultReader<Uint8Array>;
}

test("the event stream is a streamed body: events arrive as they happen", async () => {
  await using under = await DoorUnderTest.open();
  const response = await under.ask(STREAM);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  const reader = readerOf(response);
  await readUntil(reader, "id: 0\n\n");
  const life = await Life.working(under);
  const read = await readUntil(reader, "contract_accepted");
  expect(read).toContain(`"event":"contract_posted","contract_id":"${life.id}"`);
  expect(under.door.listeners).toBe(1);
  await reader.cancel();
  await expect.poll(() => under.door.listeners).toBe(0);
  expect(under.faults).toEqual([]);
});

test("a stream resumes after Last-Event-ID", async () => {
  await using under = await DoorUnderTest.open();
  const life = await Life.working(under);
  const response = await under.ask(STREAM, { headers: { "Last-Event-ID": "1" } });
  const reader = readerOf(response);
  const read = await readUntil(reader, "contract_accepted");
  expect(read).not.toContain("contract_posted");
  expect(read).toContain(life.id);
  await reader.cancel();
});

test("a stream ends when its request is aborted, and when the door closes", async () => {
  await using under = await DoorUnderTest.open();
  const leaving = new AbortController();
  const aborted = await under.ask(STREAM, { signal: leaving.signal });
  const closed = await under.ask(STREAM);
  leaving.abort(new Error("not interested"));
  await expect(aborted.text()).rejects.toThrow("not interested");
  await expect.poll(() => under.door.listeners).toBe(1);
  const rest = closed.text();
  await under.listener.close();
  expect(await rest).toContain("shutting down");
});

test("a request that was aborted before it was sent leaves no stream behind", async () => {
  await using under = await DoorUnderTest.open();
  const signal = AbortSignal.abort(new Error("too late"));
  const response = await under.ask(STREAM, { signal });
  await expect(response.text()).rejects.toThrow("too late");
  expect(under.door.listeners).toBe(0);
});

test("a reader that takes nothing is dropped, so that its events cannot fill the memory", async () => {
  await using server = await StreamServer.start({ streamBufferBytes: 16 * 1024 });
  const { hub, bazaar } = server;
  const request = new Request(`http://door${STREAM}`);
  const asked = fromWebRequest(request);
  const served = await streamRoute(CONTRACT_STREAM, hub).serve(asked, "");
  const response = toWebResponse(request, asked.id, served, () => undefined);
  const document = { ...DOCUMENT, task: { command: "x".repeat(2_000), error: "" } };
  let posted = 0;
  for (; hub.dropped === 0 && posted < 1_000; posted += 1) {
    await bazaar.post({ document });
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(posted).toBeLessThan(1_000);
  expect(await response.text()).toContain("too slow to keep up");
  await expect.poll(() => hub.open).toBe(0);
});

test("a fault without `onFault` rejects `fetch` and does not end the process", async () => {
  await using under = await DoorUnderTest.open();
  const fault = new Error("a bug");
  under.store.census = () => Promise.reject(fault);
  const admission = new Admission(DEFAULT_LISTEN_SETTINGS);
  const door = new HttpDoor({
    market: under.market,
    admission,
    settings: DEFAULT_SETTINGS,
    verify: () => true,
    isReady: async () => true,
    onFault: () => undefined,
  });
  await using listener = new Listener({ admission, doors: [door], log: () => undefined });
  const uncaught = vi.fn();
  process.once("uncaughtException", uncaught);
  await expect(listener.fetch(new Request("http://door/stats"))).rejects.toBe(fault);
  await new Promise((resolve) => setImmediate(resolve));
  process.off("uncaughtException", uncaught);
  expect(uncaught).not.toHaveBeenCalled();
  under.store.census = () => Promise.reject(new StoreUnavailable("gone"));
  expect((await listener.fetch(new Request("http://door/stats"))).status).toBe(503);
});

test("no limit of an address holds for requests from this process", async () => {
  const once = { requests: 1, seconds: 60 };
  const limits = { perAddress: once, signedPerAddress: once, busyMsPerAddress: 0 };
  await using under = await DoorUnderTest.open({ limits: { ...limits, streamsPerAddress: 1 } });
  for (let sent = 0; sent < 3; sent += 1) {
    expect((await under.ask("/openapi.json")).status).toBe(200);
    expect((await under.ask(STREAM)).status).toBe(200);
  }
  expect(under.lines[0]).toMatchObject({ address: null });
});
