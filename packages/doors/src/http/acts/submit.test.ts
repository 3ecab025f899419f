import {
  EMPTY_CHAIN,
  Float,
  fillTerms,
  invariant,
  type Json,
  type JsonObject,
  termsJson,
} from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { describe, expect, test } from "vitest";
import { Client } from "../../../test/client.ts";
import { DoorUnderTest, document } from "../../../test/door-under-test.ts";
import { Life } from "../../../test/life.ts";

type Change = (entry: Record<string, Json>, life: Life) => JsonObject;

const CHANGES: readonly { when: string; change: Change; status: number; code: string }[] = [
  {
    when: "says another fix than the body",
    change: (entry, { agent }) =>
      agent.entryOn(headOf(entry), "fix", { fix: "echo CHAIN", explanation: "e", from: "agent" }),
    status: 400,
    code: "entry_differs",
  },
  {
    when: "leaves the explanation out",
    change: (entry, { agent }) => agent.entryOn(headOf(entry), "fix", { fix: "echo BODY" }),
    status: 400,
    code: "entry_differs",
  },
  {
    when: "says it comes from the other side",
    change: (entry, { agent }) =>
      agent.entryOn(headOf(entry), "fix", {
        fix: "echo BODY",
        explanation: "e",
        from: "principal",
      }),
    status: 400,
    code: "entry_differs",
  },
  {
    when: "is another act",
    change: (entry, { agent }) => agent.entryOn(headOf(entry), "message", entry.data as JsonObject),
    status: 400,
    code: "entry_differs",
  },
  {
    when: "is somebody else's",
    change: (entry, { under, agent }) =>
      new Client(under, generateSigner(), agent.generation).entryOn(
        headOf(entry),
        "fix",
        entry.data as JsonObject,
      ),
    status: 401,
    code: "wrong_key",
  },
  {
    when: "has the place of another entry",
    change: (entry, { agent }) => agent.entryOn(EMPTY_CHAIN, "fix", entry.data as JsonObject),
    status: 409,
    code: "stale_head",
  },
  ...["type", "data", "seq", "author", "prev_hash", "timestamp", "signature"].map((name) => ({
    when: `has no ${name}`,
    change: ({ [name]: _, ...rest }: Record<string, Json>) => rest,
    status: 400,
    code: "malformed_entry",
  })),
  ...Object.entries({
    seq: new Float(3),
    author: "UPPER",
    timestamp: "now",
    data: [],
    extra: true,
  }).map(([name, value]) => ({
    when: `has a strange ${name}`,
    change: (entry: Record<string, Json>) => ({ ...entry, [name]: value }),
    status: 400,
    code: "malformed_entry",
  })),
  {
    when: "has an origin",
    change: (entry, { agent }) =>
      agent.entryOn(headOf(entry), "fix", { ...(entry.data as JsonObject), origin: {} }),
    status: 400,
    code: "malformed_entry",
  },
  {
    when: "has a signature of nobody",
    change: (entry) => ({ ...entry, signature: "0".repeat(128) }),
    status: 401,
    code: "bad_signature",
  },
];

function headOf({ prev_hash, seq }: Record<string, Json>): { head: string; seq: number } {
  return { head: String(prev_hash), seq: Number(seq) };
}

describe.each(["dated entries", "undated entries"] as const)("%s", (generation) => {
  test.each(CHANGES)("an entry that $when: $status $code", async ({ change, status, code }) => {
    await using under = await DoorUnderTest.open();
    const life = await Life.working(under, generation);
    const { agent, id } = life;
    const said = { fix: "echo BODY", explanation: "e" };
    const entry = await agent.entry(id, "fix", { ...said, from: "agent" });
    const body = { ...said, agent_pubkey: agent.signer.party, chain_entry: change(entry!, life) };
    const reply = await agent.send(agent.sign(`/contracts/${id}/fix`, body));
    expect(reply).toMatchObject({ status, json: { code } });
    expect((await under.market.find(id))?.chain.seq).toBe(3);
  });

  test("a conflict names the current head, as existing clients expect", async () => {
    await using under = await DoorUnderTest.open();
    const life = new Life(under, generation);
    await life.post();
    const { agent, id } = life;
    const data = { agent_pubkey: agent.signer.party };
    const chain_entry = agent.entryOn(EMPTY_CHAIN, "bond", data);
    const reply = await agent.send(agent.sign(`/contracts/${id}/bond`, { ...data, chain_entry }));
    const head = (await agent.get(`/contracts/${id}/chain_head`)).json;
    expect(reply.status).toBe(409);
    expect(reply.json.detail).toEqual({ error: "chain_conflict", ...head });
  });
});

test("a dated entry is stored unchanged; others carry the signed original", async () => {
  await using under = await DoorUnderTest.open();
  const found: Record<string, string> = {};
  for (const generation of ["dated entries", "undated entries", "requests only"] as const) {
    const life = new Life(under, generation);
    await life.post();
    await life.bond();
    const { json } = await life.agent.get(`/contracts/${life.id}`);
    const [, bond] = json.transcript;
    const isOwn = bond.author === life.agent.signer.party;
    found[generation] = isOwn ? "own" : bond.data.origin.scheme;
    expect(bond.data.agent_pubkey).toBe(life.agent.signer.party);
  }
  expect(found).toEqual({
    "dated entries": "own",
    "undated entries": "entry",
    "requests only": "request",
  });
});

test("signed terms of another document are refused", async () => {
  await using under = await DoorUnderTest.open();
  const principal = new Client(under, generateSigner(), "dated entries");
  const body = JSON.parse(principal.post(document(under)).init.body);
  body.contract.task.command = "rm -rf /";
  const reply = await principal.send(principal.sign("/contracts", JSON.stringify(body)));
  expect(reply).toMatchObject({ status: 400, json: { field: "data.terms.document" } });
});

test("terms that differ from the server's are refused with the field", async () => {
  await using under = await DoorUnderTest.open();
  const principal = new Client(under, generateSigner(), "dated entries");
  const contract = document(under);
  const author = { principal: principal.signer.party, nonce: "00".repeat(32) };
  const filled = fillTerms("fix/2", contract, author, under.market.offer);
  invariant(filled.ok, "the sample document is good");
  const rules = { ...filled.value.rules, pickupSeconds: 3_000 };
  const terms = termsJson({ ...filled.value, rules });
  const body = {
    contract,
    principal_pubkey: principal.signer.party,
    chain_entry: principal.entryOn(EMPTY_CHAIN, "post", { terms }),
  };
  const reply = await principal.send(principal.sign("/contracts", body));
  expect(reply).toMatchObject({ status: 400, json: { code: "terms_differ", field: "rules" } });
});

test.each([
  { when: "no command", changes: { task: { command: " " } }, field: "contract.task.command" },
  {
    when: "a tiny bounty",
    changes: { escrow: { bounty: "0.1", currency: "XNO" } },
    field: "contract.escrow.bounty",
  },
  {
    when: "a bounty as a number",
    changes: { escrow: { bounty: 1n, currency: "XNO" } },
    field: "contract.escrow.bounty",
  },
  { when: "version 3", changes: { version: 3n }, field: "contract.version" },
])("a document with $when is refused with the field", async ({ changes, field }) => {
  await using under = await DoorUnderTest.open();
  const principal = new Client(under, generateSigner());
  const reply = await principal.send(principal.post(document(under, changes)));
  expect(reply).toMatchObject({ status: 400, json: { code: "malformed_terms", field } });
  expect(reply.json.detail).toContain(field);
});

describe("an Idempotency-Key", () => {
  test("makes an act that is signed again count once", async () => {
    await using under = await DoorUnderTest.open();
    const principal = new Client(under, generateSigner());
    const key = { "Idempotency-Key": "my-first-contract" };
    const first = await principal.send(principal.post(document(under)), key);
    under.nowMs += 5_000;
    const second = await principal.send(principal.post(document(under)), key);
    expect(second).toMatchObject({ status: 200, json: first.json });
    const other = await principal.send(principal.post(document(under, { x: "y" })), key);
    expect(other).toMatchObject({ status: 409, json: { code: "key_reused" } });
    const stranger = new Client(under, generateSigner());
    const third = await stranger.send(stranger.post(document(under)), key);
    expect(third.json.contract_id).not.toBe(first.json.contract_id);
  });

  test.each(["", "with space", "é", "x".repeat(201)])('"%s" is refused', async (key) => {
    await using under = await DoorUnderTest.open();
    const principal = new Client(under, generateSigner());
    const headers = { "Idempotency-Key": Buffer.from(key).toString("latin1") };
    const reply = await principal.send(principal.post(document(under)), headers);
    expect(reply).toMatchObject({ status: 400, json: { code: "malformed_request" } });
  });
});
