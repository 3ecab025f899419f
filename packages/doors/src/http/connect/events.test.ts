import { ed25519Verify, generateSigner } from "@bazaar/keys";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DoorUnderTest, document } from "../../../test/door-under-test.ts";
import type { Connection } from "../../connection/connection.ts";
import { BadAnswer } from "../../connection/market-errors.ts";
import type { MarketEvent } from "../../connection/market-reads.ts";
import { connect } from "./connect.ts";
import type { Fetch } from "./exchange.ts";
import { SseReader } from "./sse.ts";
import { FlakyLink } from "./test/flaky-link.ts";
import { taken } from "./test/in-process.ts";
import { VirtualClock } from "./test/virtual-clock.ts";

describe("over a real connection", () => {
  let under: DoorUnderTest;
  let link: FlakyLink;
  let leaving: AbortController;

  beforeEach(async () => {
    under = await DoorUnderTest.open();
    under.nowMs = Date.now();
    const { port } = await under.listener.listen(0, "127.0.0.1");
    link = await FlakyLink.to(port);
    leaving = new AbortController();
  });

  afterEach(async () => {
    leaving.abort();
    await link[Symbol.asyncDispose]();
    await under[Symbol.asyncDispose]();
  });

  function join(): Connection {
    return connect({ url: link.url, signer: generateSigner(), verify: ed25519Verify });
  }

  async function post(): Promise<string> {
    const { contract } = taken(await join().post(document(under)));
    return contract.id.slice(0, 32);
  }

  async function nextOf(stream: AsyncIterator<MarketEvent>): Promise<MarketEvent> {
    const { value, done } = await stream.next();
    if (done === true) throw new Error("the stream ended");
    return value;
  }

  test("after a lost connection the missed events arrive, once", async () => {
    const stream = join().events({ status: "open" }, leaving.signal);
    const heard = nextOf(stream);
    await expect.poll(() => under.door.listeners).toBe(1);
    await post();
    const posted = { event: "contract_posted", bounty: "0.50", currency: "XNO" };
    expect(await heard).toMatchObject(posted);
    link.cut();
    const missed = [await post(), await post()];
    const [one, two] = [await nextOf(stream), await nextOf(stream)];
    expect([one.contract, two.contract]).toEqual(missed);
    const more = await post();
    expect((await nextOf(stream)).contract).toBe(more);
  });

  test("a contract is completed although every second response is lost", async () => {
    const [principal, agent] = [join(), join()];
    link.isLossy = true;
    const open = taken(await principal.post(document(under))).contract;
    const bonded = taken(await agent.act(open, "bond")).contract;
    const accepted = taken(await agent.act(bonded, "accept")).contract;
    const fixed = taken(await agent.act(accepted, "fix", { fix: "true" })).contract;
    const ended = taken(await principal.act(fixed, "verify", { success: true })).contract;
    const types = ended.transcript.entries.map(({ type }) => type);
    expect(types).toEqual(["post", "bond", "accept", "fix", "verify"]);
    expect(link.connections).toBeGreaterThan(types.length);
  });
});

/** A stream of these texts that stays open. */
function streaming(...texts: readonly string[]): Response {
  const body = new ReadableStream({
    start(controller) {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text));
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

function listening(fetch: Fetch): { stream: AsyncIterator<MarketEvent>; clock: VirtualClock } {
  const clock = new VirtualClock(0);
  const needs = { url: "http://market.test", signer: generateSigner(), verify: ed25519Verify };
  const connection = connect({ ...needs, clock, fetch: clock.counting(fetch) });
  return { stream: connection.events({}, new AbortController().signal), clock };
}

const CONTRACT = "c".repeat(32);
const POSTED = `id: 7\ndata: ${JSON.stringify({
  event: "contract_posted",
  contract_id: CONTRACT,
  status: "open",
  bounty: "0.5",
  currency: "XNO",
})}\n\n`;

test("a silent stream is reopened and resumes", async () => {
  const asked: (string | null)[] = [];
  const { stream, clock } = listening((request) => {
    asked.push(request.headers.get("last-event-id"));
    return asked.length === 1 ? streaming(POSTED) : streaming(POSTED.replace("id: 7", "id: 8"));
  });
  expect((await stream.next()).value).toMatchObject({ no: 7, contract: CONTRACT });
  expect((await stream.next()).value).toMatchObject({ no: 8 });
  expect(asked).toEqual([null, "7"]);
  expect(clock.nowMs()).toBeGreaterThanOrEqual(45_000);
});

test("a refused stream is retried after Retry-After", async () => {
  const asked: number[] = [];
  const { stream, clock } = listening(() => {
    asked.push(clock.nowMs());
    if (asked.length > 1) return streaming(POSTED);
    return new Response("{}", { status: 503, headers: { "retry-after": "9" } });
  });
  await stream.next();
  expect(asked).toEqual([0, 9_000]);
});

test("a stream that ends at once and asks for no pause is reopened after one", async () => {
  const asked: number[] = [];
  const { stream, clock } = listening(() => {
    asked.push(clock.nowMs());
    if (asked.length > 3) return streaming(POSTED);
    return new Response("retry: 0\n\n", { headers: { "content-type": "text/event-stream" } });
  });
  await stream.next();
  expect(asked).toEqual([0, 250, 500, 750]);
});

test.each([
  { when: "an event is not JSON", text: "data: nonsense\n\n" },
  { when: "a contract id is malformed", text: POSTED.replace(CONTRACT, "x") },
  { when: "a line never ends", text: `data: ${"x".repeat(70_000)}` },
  { when: "an event never ends", text: `data: ${"x".repeat(60_000)}\n`.repeat(5) },
  { when: "an event has only empty lines and never ends", text: "data:\n".repeat(300_000) },
])("a stream is rejected when $when", async ({ text }) => {
  const { stream } = listening(() => streaming(text));
  await expect(stream.next()).rejects.toBeInstanceOf(BadAnswer);
});

test("unknown events and malformed ids are ignored", async () => {
  const asked: (string | null)[] = [];
  const { stream } = listening((request) => {
    asked.push(request.headers.get("last-event-id"));
    const strange = 'id: x\r\ndata: {"event":"moon_is_full"}\r\n\r\n';
    return asked.length === 1 ? streaming(strange) : streaming(POSTED);
  });
  expect((await stream.next()).value).toMatchObject({ event: "contract_posted" });
  expect(asked).toEqual([null, null]);
});

test("frames are parsed however the bytes are split", () => {
  const bytes = new TextEncoder().encode(": hi\nretry: 100\n\nid: 3\ndata: é\ndata: b\n\n");
  for (let size = 1; size < bytes.length; size += 1) {
    const reader = new SseReader();
    const frames = [];
    for (let at = 0; at < bytes.length; at += size)
      frames.push(...reader.take(bytes.slice(at, at + size)));
    expect(frames).toEqual([
      { id: null, data: null, retryMs: 100 },
      { id: "3", data: "é\nb", retryMs: null },
    ]);
  }
});
