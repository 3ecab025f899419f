import { afterEach, beforeEach, expect, test } from "vitest";
import { document } from "../../../test/door-under-test.ts";
import type { Connection } from "../../connection/connection.ts";
import type { Contract } from "../../connection/contract.ts";
import { does, InProcess, taken } from "./test/in-process.ts";

let place: InProcess;
let principal: Connection;
let agent: Connection;
const leaving = new AbortController();

beforeEach(async () => {
  place = await InProcess.open();
  principal = place.connect();
  agent = place.connect();
});

afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

async function post(): Promise<Contract> {
  return taken(await principal.post(document(place.under))).contract;
}

async function finish(open: Contract): Promise<void> {
  const accepted = await does(agent, await does(agent, open, "bond"), "accept");
  const fixed = await does(agent, accepted, "fix", { fix: "true" });
  await does(principal, fixed, "verify", { success: true });
}

async function told(from: Contract | string): Promise<readonly string[]> {
  const types: string[] = [];
  for await (const { entry, contract } of principal.follow(from, leaving.signal)) {
    expect(contract.transcript.entries[entry.seq]).toEqual(entry);
    types.push(entry.type);
  }
  return types;
}

const LIFE = ["post", "bond", "accept", "fix", "verify", "settled"];

test("following continues after the market was unreachable", async () => {
  const open = await post();
  const door = place.fetch;
  let lost = 0;
  place.fetch = async (request) => {
    if (!request.url.includes("/chain_head") || lost >= 40) return door(request);
    lost += 1;
    throw new Error("unreachable");
  };
  const [types] = await Promise.all([told(open), finish(open)]);
  expect(types).toEqual(LIFE.slice(1));
  expect(lost).toBe(40);
});

/** The same request without `after` and `wait`. */
function unheld({ url }: Request): Request {
  return new Request(url.replace(/\?.*$/, ""));
}

test("a server that cannot hold requests is polled less and less often", async () => {
  const open = await post();
  const bonded = await does(agent, open, "bond");
  const asked: number[] = [];
  const door = place.fetch;
  place.fetch = (request) => {
    if (!request.url.includes("/chain_head")) return door(request);
    asked.push(place.clock.nowMs());
    return door(unheld(request));
  };
  const enough = new AbortController();
  const following = agent.follow(bonded, enough.signal).next();
  await place.clock.sleep(30_000);
  enough.abort();
  await following;
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.length).toBeLessThan(30);
});

test("a server that holds requests is asked once per change", async () => {
  const open = await post();
  const door = place.fetch;
  let asked = 0;
  place.fetch = async (request) => {
    if (!request.url.includes("after=")) return door(request);
    asked += 1;
    return door(request);
  };
  const following = principal.follow(open, leaving.signal);
  const first = following.next();
  const bonded = await does(agent, open, "bond");
  expect((await first).value).toMatchObject({ entry: { type: "bond" } });
  const second = following.next();
  await does(agent, bonded, "decline");
  expect((await second).value).toMatchObject({ entry: { type: "decline" } });
  expect(asked).toBe(2);
});

test("after a held request without news, the next one is sent at once", async () => {
  const bonded = await does(agent, await post(), "bond");
  const door = place.fetch;
  const asked: number[] = [];
  place.fetch = async (request) => {
    if (!request.url.includes("after=")) return door(request);
    asked.push(place.clock.nowMs());
    await place.clock.delay(25_000);
    return door(unheld(request));
  };
  const enough = new AbortController();
  const following = agent.follow(bonded, enough.signal).next();
  await place.clock.sleep(60_000);
  enough.abort();
  await following;
  const [first = 0, ...rest] = asked;
  expect(rest.map((atMs) => atMs - first)).toEqual([25_000, 50_000]);
});
