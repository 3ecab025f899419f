import { generateSigner } from "@bazaar/keys";
import { expect, test } from "vitest";
import { Client, GENERATIONS, type Prepared } from "../../test/client.ts";
import { DoorUnderTest } from "../../test/door-under-test.ts";
import { Life } from "../../test/life.ts";

/** A good bond, and what happens to it before it is sent. */
const TABLE: readonly {
  readonly when: string;
  readonly change: (bond: Prepared, under: DoorUnderTest) => Prepared;
  readonly status: number;
  readonly code: string;
}[] = [
  ...["X-Fix-Timestamp", "X-Fix-Signature", "X-Fix-Pubkey"].map((name) => ({
    when: `${name} is missing`,
    change: (bond: Prepared) => withHeaders(bond, { [name]: undefined }),
    status: 401,
    code: "unauthenticated",
  })),
  ...["", "abc", "1.5", "-1", "1e9", "9".repeat(30), "00"].map((text) => ({
    when: `the timestamp is "${text}"`,
    change: (bond: Prepared) => withHeaders(bond, { "X-Fix-Timestamp": text }),
    status: 401,
    code: "unauthenticated",
  })),
  ...["", "zz", "0".repeat(127), "g".repeat(128)].map((text) => ({
    when: `the signature is "${text.slice(0, 4)}" × ${text.length}`,
    change: (bond: Prepared) => withHeaders(bond, { "X-Fix-Signature": text }),
    status: 401,
    code: "unauthenticated",
  })),
  {
    when: "the key has its prefix",
    change: (bond) =>
      withHeaders(bond, { "X-Fix-Pubkey": `fix_${bond.init.headers["X-Fix-Pubkey"]}` }),
    status: 401,
    code: "unauthenticated",
  },
  {
    when: "the key is somebody else's",
    change: (bond) => withHeaders(bond, { "X-Fix-Pubkey": generateSigner().party.slice(4) }),
    status: 401,
    code: "bad_signature",
  },
  {
    when: "the key is one for which anything verifies",
    change: (bond) => withHeaders(bond, { "X-Fix-Pubkey": "0".repeat(64) }),
    status: 401,
    code: "bad_signature",
  },
  {
    when: "one digit of the signature differs",
    change: (bond) => {
      const signature = bond.init.headers["X-Fix-Signature"] ?? "";
      const other = signature.startsWith("0") ? "1" : "0";
      return withHeaders(bond, { "X-Fix-Signature": `${other}${signature.slice(1)}` });
    },
    status: 401,
    code: "bad_signature",
  },
  {
    when: "the body changed by a space",
    change: (bond) => ({ ...bond, init: { ...bond.init, body: `${bond.init.body} ` } }),
    status: 401,
    code: "bad_signature",
  },
  {
    when: "it is sent to another path",
    change: (bond) => ({ ...bond, path: bond.path.replace("/bond", "/accept") }),
    status: 401,
    code: "bad_signature",
  },
  {
    when: "it is 61 seconds old",
    change: (bond, under) => {
      under.nowMs += 61_000;
      return bond;
    },
    status: 401,
    code: "stale_request",
  },
  {
    when: "it is 31 seconds early",
    change: (bond, under) => {
      under.nowMs -= 31_000;
      return bond;
    },
    status: 401,
    code: "stale_request",
  },
  {
    when: "it is 60 seconds old",
    change: (bond, under) => {
      under.nowMs += 60_000;
      return bond;
    },
    // In time for the door; the contract has waited only 30 s for an agent.
    status: 410,
    code: "deadline_passed",
  },
];

function withHeaders(bond: Prepared, changes: Record<string, string | undefined>): Prepared {
  const merged = Object.entries({ ...bond.init.headers, ...changes });
  const headers = Object.fromEntries(
    merged.filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  return { ...bond, init: { ...bond.init, headers } };
}

test.each(TABLE)("$when: $status $code", async ({ change, status, code }) => {
  await using under = await DoorUnderTest.open();
  const life = new Life(under, "requests only");
  await life.post();
  const body = { agent_pubkey: life.agent.signer.party };
  const bond = life.agent.sign(`/contracts/${life.id}/bond`, body);
  const reply = await life.agent.send(change(bond, under));
  expect(reply).toMatchObject({ status, json: { code, detail: expect.any(String) } });
  expect((await under.market.find(life.id))?.chain.seq, "nothing was written").toBe(1);
});

test.each(GENERATIONS)("both forms of the signature are accepted: %s", async (generation) => {
  await using under = await DoorUnderTest.open();
  expect((await new Life(under, generation).post()).status).toBe(200);
});

test.each([
  { when: "another key", named: `fix_${"1".repeat(64)}`, status: 401, code: "wrong_key" },
  { when: "no key", named: "", status: 403, code: "missing_key" },
  { when: "upper-case hex", named: "UPPER", status: 400, code: "upper_case" },
])("a body that names $when: $status", async ({ named, status, code }) => {
  await using under = await DoorUnderTest.open();
  const agent = new Client(under, generateSigner());
  const upper = `fix_${agent.signer.party.slice(4).toUpperCase()}`;
  const body = { agent_pubkey: named === "UPPER" ? upper : named };
  // The contract does not exist, but who is asked about comes after who asks.
  const reply = await agent.send(agent.sign(`/contracts/${"0".repeat(32)}/bond`, body));
  expect(reply).toMatchObject({ status, json: { code } });
});

test("the order of refusals: shape, headers, signature, key, contract, party, phase", async () => {
  await using under = await DoorUnderTest.open();
  const life = new Life(under, "requests only");
  await life.post();
  const stranger = new Client(under, generateSigner());
  const named = { principal_pubkey: stranger.signer.party };
  const path = `/contracts/${life.id}/verify`;
  const unsigned = (body: string) => ({ path, init: { method: "POST", headers: {}, body } });
  const nowhere = path.replace(life.id, "0".repeat(32));
  const good = { success: true, ...named };

  expect((await stranger.send(unsigned("{}"))).status).toBe(422);
  expect((await stranger.send(unsigned(JSON.stringify(good)))).status).toBe(401);
  expect((await stranger.send(stranger.sign(nowhere, good))).status).toBe(404);
  expect((await stranger.send(stranger.sign(path, good))).status).toBe(409);
  await life.bond();
  await life.accept();
  await life.fix("true");
  under.nowMs += 1_000;
  expect((await stranger.send(stranger.sign(path, good))).status).toBe(403);
});

test("a GET with an invalid signature is served as public", async () => {
  await using under = await DoorUnderTest.open();
  const life = new Life(under, "undated entries");
  await life.post();
  const path = `/contracts/${life.id}/escrow`;
  expect((await life.principal.get(path)).json).toHaveProperty("principal_account");
  const bad = withHeaders(life.principal.sign(path, "", "GET"), { "X-Fix-Signature": "00" });
  expect((await life.principal.send(bad)).json).not.toHaveProperty("principal_account");
  expect((await new Client(under, generateSigner()).get(path)).status).toBe(403);
});
