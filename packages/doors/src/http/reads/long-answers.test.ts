/** What long answers to many requests at once may take, over a socket. */
import type { ContractId } from "@bazaar/kernel";
import type { Pause } from "@bazaar/market/ports";
import { expect, test } from "vitest";
import { DoorUnderTest } from "../../../test/door-under-test.ts";
import { Life } from "../../../test/life.ts";
import type { Limits } from "../../listen/settings.ts";

const LONG = { filler: "x".repeat(90_000) };

async function longContract(limits: Partial<Limits>) {
  const under = await DoorUnderTest.open({ limits });
  const life = new Life(under, "requests only");
  await life.post(LONG);
  await under.listen();
  return { under, path: `/contracts/${life.id}` };
}

/** Answers wait here until the test lets them go. */
function holdTranscripts(under: DoorUnderTest) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const transcript = under.market.transcript.bind(under.market);
  let reading = 0;
  under.market.transcript = async (id, pause) => {
    reading += 1;
    await promise;
    return transcript(id, pause);
  };
  return { letGo: resolve, reading: () => reading };
}

test.each([
  { inAll: 200_000, status: 429, code: "rate_limited" },
  { inAll: 100_000, status: 503, code: "unavailable" },
])("long answers are refused before they are read, with $status", async (row) => {
  const { under, path } = await longContract({
    answerLength: row.inAll,
    answerLengthPerAddress: 100_000,
  });
  await using _ = under;
  const held = holdTranscripts(under);
  const first = under.ask(path);
  await expect.poll(held.reading).toBe(1);
  const refused = await under.ask(`${path}/transcript`);
  expect(refused.status).toBe(row.status);
  expect(refused.headers.get("Retry-After")).toBe("5");
  expect(await refused.json()).toMatchObject({ code: row.code });
  expect((await under.ask("/stats")).status, "what is short").toBe(200);
  held.letGo();
  expect((await first).status).toBe(200);
  expect((await (await first).text()).length).toBeGreaterThan(LONG.filler.length);
  await expect.poll(async () => (await under.ask(path)).status).toBe(200);
});

test("a client that leaves gives its place back", async () => {
  const { under, path } = await longContract({ answerLengthPerAddress: 100_000 });
  await using _ = under;
  const held = holdTranscripts(under);
  const leaving = new AbortController();
  const left = under.ask(path, { signal: leaving.signal });
  await expect.poll(held.reading).toBe(1);
  expect((await under.ask(path)).status).toBe(429);
  leaving.abort();
  await expect(left).rejects.toThrow();
  held.letGo();
  await expect.poll(async () => (await under.ask(path)).status).toBe(200);
});

test("an address that runs out of time is refused at the next pause", async () => {
  const { under, path } = await longContract({ busyMsPerAddress: 15 });
  await using _ = under;
  let pauses = 0;
  under.market.transcript = async (_id: ContractId, pause: Pause) => {
    for (; pauses < 100; pauses += 1) {
      const untilMs = performance.now() + 12;
      while (performance.now() < untilMs);
      await pause();
    }
    return null;
  };
  const refused = await under.ask(path);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: "rate_limited" });
  expect(pauses).toBeLessThan(3);
  expect(under.faults).toEqual([]);
});

test("a list counts as one request, however long the contracts of strangers are", async () => {
  const { under, path } = await longContract({ perAddress: { requests: 4, seconds: 60 } });
  await using _ = under;
  for (let sent = 0; sent < 3; sent += 1) {
    const page = await under.ask("/contracts?status=open");
    expect(page.status).toBe(200);
    expect((await page.text()).length).toBeGreaterThan(LONG.filler.length);
  }
  expect((await under.ask(path)).status, "and one contract as several").toBe(200);
  expect((await under.ask("/health")).status).toBe(429);
});

test("lists are reserved too before they are written", async () => {
  const { under, path } = await longContract({ answerLengthPerAddress: 100_000 });
  await using _ = under;
  const held = holdTranscripts(under);
  const first = under.ask(path);
  await expect.poll(held.reading).toBe(1);
  expect((await under.ask("/contracts")).status).toBe(429);
  held.letGo();
  await (await first).text();
  await expect.poll(async () => (await under.ask("/contracts")).status).toBe(200);
});
