import { type ContractId, contractAlias, type JsonObject } from "@bazaar/kernel";
import { AGENT, PRINCIPAL, SERVER } from "@bazaar/testkit";
import { beforeEach, expect, test } from "vitest";
import { DOCUMENT, ReadingMarket } from "./test/reading-market.ts";

let bazaar: ReadingMarket;
beforeEach(async () => {
  bazaar = await ReadingMarket.open();
});

interface Page {
  readonly contracts: readonly { readonly id: string; readonly status: string }[];
  readonly next: string | null;
}

async function list(query: Record<string, string> = {}): Promise<Page> {
  return (await bazaar.read("/contracts", { query })) as Page;
}

async function idsOf(query: Record<string, string> = {}): Promise<string[]> {
  return (await list(query)).contracts.map(({ id }) => id);
}

function aliases(...ids: ContractId[]): string[] {
  return ids.map(contractAlias);
}

test("the newest comes first, and pages join without gap or repeat", async () => {
  const posted: ContractId[] = [];
  for (let number = 0; number < 7; number += 1) posted.push(await bazaar.post());
  const expected = aliases(...posted.toReversed());
  expect(await idsOf()).toEqual(expected);
  const seen: string[] = [];
  let page = await list({ limit: "3" });
  seen.push(...page.contracts.map(({ id }) => id));
  while (page.next !== null) {
    page = await list({ limit: "3", before: page.next });
    seen.push(...page.contracts.map(({ id }) => id));
  }
  expect(seen).toEqual(expected);
});

test("status=open lists what an agent can take now", async () => {
  const taken = await bazaar.atWork();
  const stale = await bazaar.post({ rules: { pickupSeconds: 5 } });
  const open = await bazaar.post();
  const unfunded = await bazaar.post({ rail: "nano" });
  const reserved = await bazaar.post({ rail: "nano" });
  await bazaar.act(SERVER, reserved, "funded");
  await bazaar.act(AGENT, reserved, "bond");
  bazaar.wait(10);
  expect(await idsOf({ status: "open" })).toEqual(aliases(open));
  expect(await idsOf({ status: "in_progress" })).toEqual(aliases(taken));
  // Without a filter everything that was ever funded is there, no matter who may act on it.
  expect(await idsOf()).toEqual(aliases(reserved, open, stale, taken));
  expect(await idsOf()).not.toContain(contractAlias(unfunded));
});

test("a contract in contest is listed as canceled", async () => {
  const id = await bazaar.atWork({ rules: { maxAttempts: 1 } });
  await bazaar.act(AGENT, id, "fix");
  await bazaar.act(PRINCIPAL, id, "verify", { success: false });
  expect((await list({ status: "canceled" })).contracts).toMatchObject([
    { id: contractAlias(id), status: "canceled", phase: "contest" },
  ]);
});

test("phase lists what a status hides among others", async () => {
  const ended = await bazaar.atWork();
  await bazaar.act(PRINCIPAL, ended, "cancel");
  const contested = await bazaar.atWork({ rules: { maxAttempts: 1 } });
  await bazaar.act(AGENT, contested, "fix");
  const verifying = await bazaar.atWork();
  await bazaar.act(AGENT, verifying, "fix");
  await bazaar.act(PRINCIPAL, contested, "verify", { success: false });
  expect(await idsOf({ status: "canceled" })).toEqual(aliases(contested, ended));
  expect(await idsOf({ phase: "contest" })).toEqual(aliases(contested));
  expect(await idsOf({ phase: "verifying" })).toEqual(aliases(verifying));
  expect(await idsOf({ phase: "verifying", status: "canceled" })).toEqual([]);
  expect(await idsOf({ phase: "unfunded" })).toEqual([]);
});

test("min_bounty compares decimals, not text", async () => {
  const small = await bazaar.post({ bounty: "9" });
  const large = await bazaar.post({ bounty: "10.5" });
  const free = await bazaar.post({
    terms: { pots: [], court: { kind: "none" } },
    rules: { looksFirst: false },
  });
  expect(await idsOf({ min_bounty: "10" })).toEqual(aliases(large));
  expect(await idsOf({ min_bounty: "9.000" })).toEqual(aliases(large, small));
  expect(await idsOf({ min_bounty: "0" })).toEqual(aliases(free, large, small));
});

test.each(["abc", "-1", "1e3", "", "0x10", "1,5"])("min_bounty=%s is refused", (min_bounty) => {
  const query = bazaar.endpoint("/contracts").query;
  expect(query?.safeParse({ min_bounty }).success).toBe(false);
});

test.each([
  { status: "weird" },
  { limit: "many" },
  { capability: "a b" },
  { capability: "" },
  { capability: Array.from({ length: 11 }, () => "a").join(",") },
])("%j is refused", (given) => {
  expect(bazaar.endpoint("/contracts").query?.safeParse(given).success).toBe(false);
});

test("capability names what must be available, and with no_ what must not", async () => {
  const withCapabilities = (capabilities: JsonObject): Promise<ContractId> =>
    bazaar.post({ document: { ...DOCUMENT, capabilities } });
  const networked = await withCapabilities({ network: { available: true } });
  const powerful = await withCapabilities({
    network: { available: true },
    sudo: { available: true },
  });
  const bare = await withCapabilities({});
  expect(await idsOf({ capability: "network" })).toEqual(aliases(powerful, networked));
  expect(await idsOf({ capability: "network,no_sudo" })).toEqual(aliases(networked));
  expect(await idsOf({ capability: "no_network" })).toEqual(aliases(bare));
  expect(await idsOf({ capability: "constructor" })).toEqual([]);
});

test("a page is never longer than 200, and long documents end it early", async () => {
  const error = "x".repeat(45_000);
  for (let number = 0; number < 60; number += 1) {
    await bazaar.post({ document: { ...DOCUMENT, task: { command: "make", error } } });
  }
  const page = await list({ limit: "100000" });
  expect(page.contracts.length).toBeGreaterThan(10);
  expect(page.contracts.length).toBeLessThan(60);
  const rest = await list({ before: page.next ?? "" });
  expect(page.contracts.length + rest.contracts.length).toBe(60);
});

test("before must be a contract", async () => {
  expect(await bazaar.read("/contracts", { query: { before: "f".repeat(32) } })).toMatchObject({
    code: "unknown_contract",
  });
});

test("work that is not a command is not listed, but can be read by its id", async () => {
  const command = await bazaar.post();
  const job = await bazaar.post({
    document: { kind: "run" },
    terms: { work: { kind: "run", spec: {} } },
  });
  expect(await idsOf()).toEqual(aliases(command));
  expect(await idsOf({ status: "open" })).toEqual(aliases(command));
  const read = await bazaar.read("/contracts/{id}", { name: contractAlias(job) });
  expect(read).toMatchObject({ id: contractAlias(job), contract: { kind: "run" } });
});
