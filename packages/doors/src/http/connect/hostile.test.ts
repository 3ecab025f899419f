/** Servers that are dishonest, broken, slow, or not a market. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import {
  contractAlias,
  type Entry,
  entryHash,
  entryJson,
  type JsonObject,
  signEntry,
  type Transcript,
  transcriptJson,
} from "@bazaar/kernel";
import { ed25519Verify } from "@bazaar/keys";
import { jobEnvelope, SAMPLE_JOBS } from "@bazaar/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { document } from "../../../test/door-under-test.ts";
import type { Connection } from "../../connection/connection.ts";
import type { Contract } from "../../connection/contract.ts";
import { BadAnswer, MarketUnavailable } from "../../connection/market-errors.ts";
import { wireText } from "../wire-text.ts";
import { connect } from "./connect.ts";
import type { Fetch } from "./exchange.ts";
import { does, InProcess, taken } from "./test/in-process.ts";

let place: InProcess;
let principal: Connection;
let agent: Connection;
let door: Fetch;

beforeEach(async () => {
  place = await InProcess.open();
  door = place.fetch;
  principal = place.connect();
  agent = place.connect();
});

afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

async function bonded(): Promise<Contract> {
  const open = taken(await principal.post(document(place.under))).contract;
  return does(agent, open, "bond");
}

/** Answers requests whose path ends like this instead of the door. */
function answering(ending: string, answer: (request: Request) => Response | Promise<Response>) {
  place.fetch = (request) =>
    new URL(request.url).pathname.endsWith(ending) ? answer(request) : door(request);
}

function endless(): Response {
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(2 ** 20).fill(0x20)),
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}

const TEXT = "oa.text_gen.v1";
const JSON_TYPE = { "content-type": "application/json" };

describe("an answer is rejected", () => {
  test.each([
    { when: "it redirects", with: () => Response.redirect("http://elsewhere.test/", 307) },
    { when: "it never ends", with: endless },
    {
      when: "it declares too large a length",
      with: () => new Response("{}", { headers: { "content-length": "99999999999" } }),
    },
    { when: "it is not JSON", with: () => new Response("<html>", { headers: JSON_TYPE }) },
    { when: "it is not text", with: () => new Response(new Uint8Array([0x22, 0xff, 0x22])) },
    { when: "it is nested too deep", with: () => new Response("[".repeat(10_000)) },
    { when: "it lacks a field", with: () => Response.json({ pubkey: "x" }) },
    { when: "it is a list", with: () => Response.json([]) },
  ])("when $when", async ({ with: answer }) => {
    answering("/server_pubkey", answer);
    await expect(agent.serverKey()).rejects.toBeInstanceOf(BadAnswer);
  });

  test("when the offer is malformed", async () => {
    answering("/platform_info", () => Response.json({ offer: { platform: "me", courts: [] } }));
    await expect(principal.post(document(place.under))).rejects.toBeInstanceOf(BadAnswer);
  });
});

test("a redirect is not followed: a request signed for one market reaches no other", async () => {
  const visits: string[] = [];
  const elsewhere = await serving((request, response) => {
    visits.push(request.method ?? "");
    response.end("{}");
  });
  const near = await serving((_, response) => {
    response.writeHead(307, { location: `${elsewhere.url}/faucet` }).end();
  });
  const signer = agent.signer;
  const real = connect({ url: near.url, signer, verify: ed25519Verify });
  await expect(real.faucet("XNO")).rejects.toBeInstanceOf(BadAnswer);
  await expect(real.serverKey()).rejects.toBeInstanceOf(BadAnswer);
  expect(visits).toEqual([]);
  near.close();
  elsewhere.close();
});

async function serving(answer: RequestListener): Promise<{ url: string; close: () => void }> {
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

test("an answer that does not come or stops in the middle times out", async () => {
  for (const answer of [
    ({ signal }: Request) => place.clock.never(signal),
    ({ signal }: Request) =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new Uint8Array([0x7b])),
          pull: () => place.clock.never(signal),
        }),
      ),
  ]) {
    answering("/server_pubkey", answer);
    await expect(agent.serverKey()).rejects.toBeInstanceOf(MarketUnavailable);
  }
});

/** Serves the transcript with a change. */
function rewriting(change: (transcript: Transcript) => Transcript | JsonObject): void {
  answering("/transcript", async (request) => {
    const connection = place.connect();
    const name = new URL(request.url).pathname.split("/")[2] ?? "";
    const rewrite = place.fetch;
    place.fetch = door;
    const { transcript } = taken(await connection.contract(name));
    place.fetch = rewrite;
    const changed = change(transcript);
    return new Response(
      wireText(
        "entries" in changed && "receivedAt" in changed
          ? transcriptJson(changed as Transcript)
          : changed,
      ),
      { headers: JSON_TYPE },
    );
  });
}

function withLast(transcript: Transcript, change: (entry: Entry) => Entry): Transcript {
  const { entries } = transcript;
  const last = entries.at(-1);
  return last === undefined
    ? transcript
    : { ...transcript, entries: [...entries.slice(0, -1), change(last)] };
}

describe("a transcript is rejected", () => {
  test.each<{ when: string; change: (transcript: Transcript) => Transcript | JsonObject }>([
    {
      when: "an entry differs from what was signed",
      change: (t) => withLast(t, (entry) => ({ ...entry, data: { note: "x" } })),
    },
    {
      when: "a signature is wrong",
      change: (t) => withLast(t, (entry) => ({ ...entry, signature: "0".repeat(128) })),
    },
    {
      when: "an entry is missing",
      change: (t) => ({ ...t, entries: t.entries.slice(1), receivedAt: t.receivedAt.slice(1) }),
    },
    {
      when: "an entry does not follow the one before it",
      change: (t) => withLast(t, (entry) => ({ ...entry, prevHash: "0".repeat(64) })),
    },
    {
      when: "an entry is repeated",
      change: (t) => ({
        ...t,
        entries: [...t.entries, ...t.entries.slice(-1)],
        receivedAt: [...t.receivedAt, ...t.receivedAt.slice(-1)],
      }),
    },
    {
      when: "the times decrease",
      change: (t) => ({ ...t, receivedAt: t.receivedAt.map((_, at) => 1_000_000 - at) }),
    },
    { when: "it is empty", change: (t) => ({ ...t, entries: [], receivedAt: [] }) },
    { when: "it is malformed", change: ({ id }) => ({ id, entries: "none" }) },
  ])("when $when", async ({ change }) => {
    const { id } = await bonded();
    rewriting(change);
    await expect(agent.contract(id)).rejects.toBeInstanceOf(BadAnswer);
  });

  test("when it belongs to another contract", async () => {
    const [one, other] = [await bonded(), await bonded()];
    answering("/transcript", (request) => door(new Request(request.url.replace(one.id, other.id))));
    await expect(agent.contract(one.id)).rejects.toBeInstanceOf(BadAnswer);
  });
});

test("an act that the market only claims to have recorded is detected", async () => {
  const seen = await bonded();
  answering("/accept", () => Response.json({ status: "in_progress" }));
  await expect(agent.act(seen, "accept")).rejects.toBeInstanceOf(BadAnswer);
});

test("a market that posts another contract than was signed is detected", async () => {
  answering("/contracts", () => Response.json({ contract_id: "0".repeat(32), status: "open" }));
  await expect(principal.post(document(place.under))).rejects.toBeInstanceOf(BadAnswer);
});

test.each(["of the same buyer", "of another"])(
  "a market that gives another job, %s, for the one that was posted is detected",
  async (whose) => {
    const job = (key: string): JsonObject => {
      const request = { ...SAMPLE_JOBS[TEXT]?.request, idempotency_key: key };
      return { ...jobEnvelope(TEXT, request), budget: { amount: "1", currency: "XNO" } };
    };
    const by = whose === "of another" ? agent : principal;
    const key = whose === "of another" ? "second" : "first";
    const other = taken(await by.post(job(key))).contract;
    answering("/jobs", () =>
      Response.json({
        job_id: contractAlias(other.id),
        contract_id_full: other.id,
        phase: "open",
        is_repeated: true,
      }),
    );
    await expect(principal.post(job("second"))).rejects.toBeInstanceOf(BadAnswer);
  },
);

test("a market that always has a newer head is given up", async () => {
  const seen = await bonded();
  let asked = 0;
  answering("/accept", () => {
    asked += 1;
    const body = { code: "stale_head", head: "1".repeat(64), seq: 7, detail: "moved" };
    return Response.json(body, { status: 409 });
  });
  expect(await agent.act(seen, "accept")).toMatchObject({ ok: false });
  expect(asked).toBe(6);
});

test("a changed history is detected while following", async () => {
  const seen = await bonded();
  const grown = await does(agent, seen, "message", { message: "hello" });
  // The same contract with another third entry, also signed by its author.
  const following = agent.follow(grown, AbortSignal.timeout(20_000));
  const fork = forked(seen);
  answering("/chain_head", () => Response.json({ chain_head: fork.head, seq: 4 }));
  const heads = place.fetch;
  place.fetch = (request) => (request.url.endsWith("/transcript") ? fork.answer() : heads(request));
  await expect(following.next()).rejects.toBeInstanceOf(BadAnswer);
});

/** Two more messages on top of the bond, in another order than the market has recorded. */
function forked(seen: Contract) {
  const nowMs = place.clock.nowMs();
  const say = (chain: Contract["chain"], message: string) =>
    signEntry(agent.signer, chain, { type: "message", data: { message } }, nowMs);
  const third = say(seen.chain, "something else");
  const fourth = say({ head: entryHash(third), seq: 3 }, "and more");
  const entries = [...seen.transcript.entries, third, fourth];
  const receivedAt = [...seen.transcript.receivedAt, nowMs, nowMs].map(BigInt);
  const text = wireText({ id: seen.id, entries: entries.map(entryJson), receivedAt });
  return {
    head: entryHash(fourth),
    answer: () => new Response(text, { headers: JSON_TYPE }),
  };
}
