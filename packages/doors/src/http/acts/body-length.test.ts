/** How long bodies may be: what the act needs, in any spelling, and not much more. */
import { chainJson, type JsonObject } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { describe, expect, test } from "vitest";
import { Client, GENERATIONS } from "../../../test/client.ts";
import { DoorUnderTest, document } from "../../../test/door-under-test.ts";
import { Life } from "../../../test/life.ts";

const PAIR = "😀";
const KIB = 1_024;

/** The same act with something in its body that it does not need. */
async function chatWith(life: Life, more: JsonObject, spaces = 0) {
  const { agent, id } = life;
  const body = { message: "hello", pubkey: agent.signer.party, ...more };
  return agent.send(agent.sign(`/contracts/${id}/chat`, chainJson(body) + " ".repeat(spaces)));
}

describe("a stored request", () => {
  test.each([
    { when: "a field nobody knows", more: { filler: "x".repeat(5_000) }, spaces: 0 },
    { when: "spaces", more: {}, spaces: 5_000 },
    { when: "characters that are long in an entry", more: { filler: "é".repeat(900) }, spaces: 0 },
  ])("is refused if $when are most of it", async ({ more, spaces }) => {
    await using under = await DoorUnderTest.open();
    const life = await Life.working(under);
    const before = await under.store.lastNo();
    const reply = await chatWith(life, more, spaces);
    const facts = { code: "padded_body", limit: expect.any(Number), length: expect.any(Number) };
    expect(reply).toMatchObject({ status: 400, json: facts });
    expect(reply.json.length).toBeGreaterThan(reply.json.limit);
    expect(reply.json.detail).toContain("Leave out what it does not need");
    expect(await under.store.lastNo()).toBe(before);
    expect((await chatWith(life, { filler: "x".repeat(3_000) })).status).toBe(200);
  });

  test("is refused if a post is much longer than its document", async () => {
    await using under = await DoorUnderTest.open();
    const principal = new Client(under, generateSigner());
    const body = { contract: document(under), principal_pubkey: principal.signer.party };
    const padded = { ...body, filler: "x".repeat(20_000) };
    const refused = await principal.send(principal.sign("/contracts", padded));
    const limit = 4_096 + 3 * chainJson(body.contract).length;
    expect(refused).toMatchObject({ status: 400, json: { code: "padded_body", limit } });
    const long = document(under, { notes: "x".repeat(20_000) });
    expect((await principal.send(principal.post(long))).status).toBe(200);
  });

  test("may be longer if a signed entry is stored instead", async () => {
    await using under = await DoorUnderTest.open();
    const life = await Life.working(under, "dated entries");
    const chain_entry = await life.agent.entry(life.id, "message", { message: "hello" });
    expect((await chatWith(life, { chain_entry, filler: "x".repeat(9_000) })).status).toBe(200);
  });
});

describe.each(GENERATIONS)("%s", (generation) => {
  test("the longest texts are accepted, with every character escaped", async () => {
    await using under = await DoorUnderTest.open();
    const life = await Life.working(under, generation);
    const { principal, agent, id } = life;
    const say = async (by: Client, word: string, type: string, data: JsonObject) => {
      const entry = await by.entry(id, type, data);
      const whole = { ...data, pubkey: by.signer.party, chain_entry: entry };
      return by.send(by.sign(`/contracts/${id}/${word}`, chainJson(whole)));
    };
    const message = PAIR.repeat(2_000);
    const argument = PAIR.repeat(10_000);
    expect((await say(agent, "chat", "message", { message })).status).toBe(200);
    expect((await say(principal, "dispute", "dispute_filed", { argument })).status).toBe(200);
  });
});

test.each([
  { words: ["bond", "accept", "chat", "halt", "void", "cancel", "accounts"], limit: 64 * KIB },
  { words: ["review"], limit: 256 * KIB },
  {
    words: ["result", "fix", "verify", "dispute", "respond", "appeal", "ruling"],
    limit: 512 * KIB,
  },
])("$words accept at most $limit bytes", async ({ words, limit }) => {
  await using under = await DoorUnderTest.open();
  for (const word of words) {
    const send = async (length: number) => {
      const init = { method: "POST", body: " ".repeat(length) };
      const response = await under.ask(`/contracts/x/${word}`, init);
      return { status: response.status, json: await response.json() };
    };
    expect((await send(limit)).status, word).toBe(400);
    expect(await send(limit + 1), word).toMatchObject({ status: 413, json: { limit } });
  }
});

test("the operator's limit applies if it is lower", async () => {
  await using under = await DoorUnderTest.open({ limits: { bodyBytes: 1_000 } });
  const init = { method: "POST", body: " ".repeat(1_001) };
  expect((await under.ask("/contracts/x/bond", init)).status).toBe(413);
});
