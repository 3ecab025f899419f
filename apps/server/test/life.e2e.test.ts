import { parseJson, parseTranscript, verifyTranscript } from "@bazaar/kernel";
import { ed25519Verify } from "@bazaar/keys";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GENERATIONS } from "./client.ts";
import { balance, eventually, liveOnce, pairOf, serverParty, untilSettled } from "./life.ts";
import { Listener } from "./listener.ts";
import { Folder, TestServer } from "./server.ts";

const folder = new Folder();
let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start(folder);
});

afterAll(async () => {
  await server.kill();
  folder[Symbol.dispose]();
});

test.each(GENERATIONS)(
  "clients with $entries entries and $requests requests live a whole contract and are paid",
  async (generation) => {
    const platform = await serverParty(server.url);
    const pair = pairOf(server.url, generation);
    const earned = await balance(pair.agent, platform);
    const { id } = await liveOnce(pair, platform);
    const types = await untilSettled(pair.agent, id);
    expect(types).toEqual([
      "post",
      "bond",
      "investigate",
      "result",
      "accept",
      "fix",
      "verify",
      "settled",
    ]);
    // Each side began with 100; the bounty is 0.5, of which the platform gets a tenth.
    expect(await balance(pair.principal)).toBe("99.5");
    expect(await balance(pair.agent)).toBe("100.45");
    expect(Number(await balance(pair.agent, platform))).toBeCloseTo(Number(earned ?? 0) + 0.05, 9);
    const { body } = await pair.agent.get("/solvency");
    expect(body.solvent).toBe(true);
    expect(body.lines).toMatchObject([{ owed_to_contracts: "0", difference: "0" }]);
  },
);

test("a stranger verifies the transcript without trusting the server", async () => {
  const pair = pairOf(server.url, GENERATIONS[0]!);
  const { id } = await liveOnce(pair, await serverParty(server.url));
  await untilSettled(pair.agent, id);
  const response = await fetch(`${server.url}/contracts/${id}/transcript`);
  const json = parseJson(await response.text());
  const transcript = parseTranscript(json.ok ? json.value : null);
  expect(transcript.ok).toBe(true);
  if (!transcript.ok) return;
  expect(verifyTranscript(transcript.value, ed25519Verify)).toMatchObject({
    ok: true,
    value: { phase: "fulfilled" },
  });
});

test("an agent on the event stream gets a contract's events from its posting to its end", async () => {
  await using listener = await Listener.open(`${server.url}/contracts/stream`);
  const pair = pairOf(server.url, GENERATIONS[1]!);
  const { id } = await liveOnce(pair, await serverParty(server.url));
  const received = await eventually(
    async () => listener.events.filter(({ contract_id }) => contract_id === id),
    (events) => events.some(({ event }) => event === "contract_resolved"),
  );
  expect(received).toMatchObject([
    { event: "contract_posted", status: "open", bounty: "0.5", command: "gcc foo.c" },
    { event: "contract_accepted", status: "in_progress", agent: pair.agent.party },
    { event: "contract_resolved", status: "fulfilled", bounty: "0.5" },
  ]);
});

test("it prints where it listens, and every command it prints works", async () => {
  expect(server.output).toContain(`bazaar 0.1.0 listens on ${server.url}`);
  const urls = [...server.output.matchAll(/curl (http\S+)/g)].map(([, url]) => url ?? "");
  expect(urls.length).toBeGreaterThan(0);
  for (const path of ["/docs", "/health", "/ready", "/openapi.json", "/metrics"]) {
    urls.push(`${server.url}${path}`);
  }
  for (const url of urls) {
    expect({ url, status: (await fetch(url)).status }).toEqual({ url, status: 200 });
  }
});
