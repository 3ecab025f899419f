/**
 * Contracts of every profile on a real server process, through the HTTP door: posted with complete terms,
 * done, disputed, settled.
 */
import { connect } from "@bazaar/doors/http/connect";
import {
  type JsonObject,
  nonceCommitment,
  type Offer,
  type ProfileName,
  voteCommitment,
} from "@bazaar/kernel";
import { ed25519Verify, generateSigner } from "@bazaar/keys";
import { SAMPLE_NONCE, SAMPLE_SALT } from "@bazaar/testkit";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, test } from "vitest";
import { STAND_IN_KEY, says, standIn } from "../../../packages/work/test/stand-in.ts";
import { type Act, Client, GENERATIONS, type Reply } from "./client.ts";
import { balance, eventually, type Pair, pairOf, sampleDocument, untilSettled } from "./life.ts";
import { Folder, sharedServer, TestServer } from "./server.ts";

const COMMAND = (_: Pair, { platform }: Offer): JsonObject => sampleDocument(platform);
const JOB = (): JsonObject => ({
  kind: "run",
  spec: { command: 'test "$(cat answer)" = 42' },
  verification: [{ method: "exit_code", expected: 0n }],
  budget: { amount: "1.000000001", currency: "XNO", chain: "nano" },
});
const PROPOSAL = ({ agent }: Pair): JsonObject => ({
  agent: agent.party,
  task: "translate the letter",
  amount: 2n,
  currency: "XNO",
});

const FILING = { commitment: nonceCommitment(SAMPLE_NONCE) };
const RIGHT = "echo 42 > answer";
const WRONG = "echo 41 > answer";

/** A contract and its two sides, whose acts must be accepted. */
class Scene {
  readonly pair: Pair;
  readonly id: string;

  private constructor(pair: Pair, id: string) {
    this.pair = pair;
    this.id = id;
  }

  static async post(
    url: string,
    profile: ProfileName,
    documentOf: (pair: Pair, offer: Offer) => JsonObject,
    pair = pairOf(url, GENERATIONS[0]!),
  ): Promise<Scene> {
    const offer = await offerAt(url);
    const post = pair.principal.preparePost(documentOf(pair, offer), offer, profile);
    const { body } = taken("post", await pair.principal.send(post));
    return new Scene(pair, body.contract_id);
  }

  async agent(word: string, data: JsonObject = {}): Promise<Reply> {
    return this.#act("agent", word, { key: "agent_pubkey", data });
  }

  async principal(word: string, data: JsonObject = {}): Promise<Reply> {
    return this.#act("principal", word, { key: "principal_pubkey", data });
  }

  /** An act of either side in a case. */
  async plead(by: keyof Pair, word: string, type: string, more: JsonObject = {}): Promise<Reply> {
    const data = { argument: "look at the transcript", ...more };
    return this.#act(by, word, { key: "pubkey", type, data });
  }

  async #act(by: keyof Pair, word: string, act: Act): Promise<Reply> {
    return taken(word, await this.pair[by].act(this.id, word, act));
  }

  async get(path = ""): Promise<Reply["body"]> {
    return (await this.pair.agent.get(path.startsWith("/") ? path : `/contracts/${this.id}`)).body;
  }

  /** An act before a panel. */
  async panel(by: Client, word: string, data: JsonObject = {}): Promise<Reply> {
    return taken(word, await by.act(this.id, word, { key: "pubkey", data }));
  }

  /** Who was drawn, once the market has said so. */
  async drawn(): Promise<readonly string[]> {
    const entries = await eventually(
      async () => (await this.get(`/contracts/${this.id}/transcript`)).entries,
      (all) => all.at(-1).type === "panel_drawn",
    );
    return entries.at(-1).data.arbiters.map(([, party]: readonly [string, string]) => party);
  }

  /** The last phase, and what both sides have after all payouts. */
  async end(): Promise<readonly string[]> {
    await untilSettled(this.pair.agent, this.id);
    const { phase } = await this.get();
    const sides = [this.pair.principal, this.pair.agent];
    const balances = await Promise.all(sides.map((side) => balance(side)));
    return [phase, ...balances.map((amount) => amount ?? "0")];
  }
}

function taken(what: string, reply: Reply): Reply {
  if (reply.status === 200) return reply;
  throw new Error(`${what}: ${reply.status} ${JSON.stringify(reply.body)}`);
}

async function offerAt(url: string): Promise<Offer> {
  const connection = connect({ url, signer: generateSigner(), verify: ed25519Verify });
  const info = await connection.platformInfo();
  if (!info.ok) throw new Error(info.refusal.detail);
  return info.value.offer;
}

const server = sharedServer();

/** Everything that the stream has announced since the start, up to this contract. */
async function announcedUntil(id: string): Promise<string> {
  const { body } = await fetch(`${server.url}/contracts/stream?last_event_id=0`);
  let text = "";
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.includes(id)) break;
  }
  return text;
}

const signers = Array.from({ length: 4 }, generateSigner);
/** A market that names arbiters. */
const hosting = sharedServer({
  settings: { courts: { arbiters: signers.map(({ party }) => party) } },
});
/** It signs its requests, and no entries. */
const arbiterOf = (party: string): Client =>
  new Client(
    hosting.url,
    GENERATIONS[2]!,
    signers.find((signer) => signer.party === party),
  );

/** How one contract of a profile lives: it is handed in or agreed on, and then paid or disputed. */
interface Life {
  readonly begin: () => Promise<Scene>;
  readonly approve: JsonObject;
  readonly paid: readonly string[];
  /** Another contract, to its end. */
  readonly dispute: () => Promise<readonly string[]>;
  readonly settled: readonly string[];
}

const PASSED = { success: true, evidence: { exit_code: 0n } };

function ofCommand(profile: ProfileName): Life {
  const begin = async (url = server.url): Promise<Scene> => {
    const scene = await Scene.post(url, profile, COMMAND);
    await scene.agent("bond");
    await scene.agent("accept");
    await scene.agent("fix", { fix: "gcc foo.c -lbar" });
    return scene;
  };
  return {
    begin,
    approve: PASSED,
    paid: ["fulfilled", "99.5", "100.45"],
    dispute: () => throughThreeCourts(begin),
    settled: ["resolved", "99.33", "100.45"],
  };
}

/** The last of three courts decides, and the loser pays all of them. */
async function throughThreeCourts(
  begin: (url: string) => Promise<Scene>,
): Promise<readonly string[]> {
  using folder = new Folder();
  const ruling = JSON.stringify({ outcome: "fulfilled", reasoning: "It compiles in entry 4." });
  await using model = await standIn(() => says(ruling));
  const environment = {
    BAZAAR_MODEL_URL: model.baseUrl,
    BAZAAR_MODEL: "small-model",
    BAZAAR_MODEL_KEY: STAND_IN_KEY,
  };
  await using own = await TestServer.start(folder, { environment });
  const scene = await begin(own.url);
  for (const [word, type] of [
    ["dispute", "dispute_filed"],
    ["appeal", "appeal"],
    ["appeal", "appeal"],
  ] as const) {
    await scene.plead("principal", word, type);
    await scene.plead("agent", "respond", "dispute_response");
  }
  const end = await scene.end();
  expect(model.problems).toEqual([]);
  return end;
}

async function handedIn(fix: string): Promise<Scene> {
  const scene = await Scene.post(server.url, "job/1", JOB);
  await scene.agent("accept");
  await scene.agent("fix", { fix });
  return scene;
}

/** Three who were drawn decide, after one that was drawn has declined. */
async function bySealedVotes(): Promise<readonly string[]> {
  const scene = await Scene.post(hosting.url, "job/1", () => ({
    ...JOB(),
    verification: [{ method: "principal" }],
    panel: true,
  }));
  await scene.agent("accept");
  await scene.agent("fix", { fix: WRONG });
  await scene.plead("principal", "dispute", "dispute_filed", FILING);
  const { principal, agent } = scene.pair;
  await eventually(
    async () => (await scene.get()).deadline.kind,
    (kind) => kind === "reveal",
  );
  await scene.panel(principal, "dispute_reveal", { nonce: SAMPLE_NONCE });
  const [declining, ...drawn] = await scene.drawn();
  await scene.panel(arbiterOf(declining!), "arbiter_decline", { reason: "away" });
  const spare = signers.find(({ party }) => ![declining, ...drawn].includes(party));
  const panel = [...drawn, spare!.party].map(arbiterOf);
  for (const arbiter of panel) await scene.panel(arbiter, "arbiter_accept");
  for (const side of [principal, agent]) {
    await scene.panel(side, "evidence", { items: [], statement: "as I said" });
  }
  const id = (await scene.get()).contract_id_full;
  for (const arbiter of panel) {
    const commitment = voteCommitment(id, arbiter.party, "disputant", SAMPLE_SALT);
    await scene.panel(arbiter, "vote", { commitment });
  }
  for (const arbiter of panel) {
    const vote = { verdict: "disputant", reasoning: "41 is not 42", salt: SAMPLE_SALT };
    await scene.panel(arbiter, "vote", vote);
  }
  return scene.end();
}

/** Fewer than three may sit, because both sides would: the answer of the other side decides. */
async function withoutPanel(): Promise<readonly string[]> {
  const [principal, agent] = signers.map(({ party }) => arbiterOf(party));
  const pair = { principal: dated(principal!), agent: dated(agent!) };
  const scene = await Scene.post(hosting.url, "chat/1", PROPOSAL, pair);
  await scene.agent("accept");
  await scene.plead("agent", "dispute", "dispute_filed", FILING);
  await eventually(
    async () => (await scene.get()).deadline.kind,
    (kind) => kind === "fallback",
  );
  await scene.panel(scene.pair.principal, "evidence", { items: [], statement: "as I said" });
  return scene.end();
}

const dated = ({ url, signer }: Client): Client => new Client(url, GENERATIONS[0]!, signer);

/** A profile without a life does not compile. */
const LIVES: Readonly<Record<ProfileName, Life>> = {
  "fix/2": ofCommand("fix/2"),
  "escrow/1": ofCommand("escrow/1"),
  "job/1": {
    begin: () => handedIn(RIGHT),
    approve: PASSED,
    paid: ["fulfilled", "98.999999999", "0.900000001"],
    dispute: bySealedVotes,
    settled: ["resolved", "100", "0"],
  },
  "chat/1": {
    async begin() {
      const scene = await Scene.post(server.url, "chat/1", PROPOSAL);
      expect(await balance(scene.pair.principal)).toBeUndefined();
      await scene.agent("accept");
      return scene;
    },
    // Nothing has to be handed in: the principal says that it is done.
    approve: { success: true },
    paid: ["fulfilled", "98", "1.8"],
    dispute: withoutPanel,
    settled: ["resolved", "100", "0"],
  },
};

describe.each(Object.entries(LIVES))("a contract of %s", (_, life) => {
  test("lives and is paid", async () => {
    const scene = await life.begin();
    await scene.principal("verify", life.approve);
    expect(await scene.end()).toEqual(life.paid);
  });

  test("is disputed and settled", async () => {
    expect(await life.dispute()).toEqual(life.settled);
  });
});

describe("job/1", () => {
  test("is neither listed nor announced, and can be read and followed by its id", async () => {
    const scene = await Scene.post(server.url, "job/1", JOB);
    const listed = await scene.get("/contracts?limit=200");
    expect(listed.contracts.map(({ id }: { id: string }) => id)).not.toContain(scene.id);
    const command = await Scene.post(server.url, "fix/2", COMMAND);
    expect(await announcedUntil(command.id)).not.toContain(scene.id);
    expect(await scene.get()).toMatchObject({
      id: scene.id,
      phase: "open",
      contract: { kind: "run" },
    });
    const { seq } = await scene.get(`/contracts/${scene.id}/chain_head`);
    const [head] = await Promise.all([
      scene.get(`/contracts/${scene.id}/chain_head?after=${seq}&wait=25`),
      scene.agent("accept"),
    ]);
    expect(head.seq).toBe(seq + 1);
  });

  test("is promised a second run of its check exactly where a sandbox starts", async () => {
    const { profiles } = await offerAt(server.url);
    expect(profiles["job/1"]?.replays).toBe(hasProgram("bwrap"));
  });

  test.skipIf(!hasProgram("bwrap")).each([
    { fix: RIGHT, outcome: "fulfilled", end: ["resolved", "98.999999999", "0.900000001"] },
    { fix: WRONG, outcome: "canceled", end: ["resolved", "100", "0"] },
  ])("in dispute is run again in the sandbox: $outcome (needs bwrap)", async (row) => {
    const scene = await handedIn(row.fix);
    const filed = await scene.plead("principal", "dispute", "dispute_filed");
    expect(filed.body).toMatchObject({ status: "awaiting_response", court: "replay", fee: "0" });
    const { body } = await scene.plead("agent", "respond", "dispute_response");
    expect(body).toMatchObject({ outcome: row.outcome, court: "replay", final: true });
    expect(await scene.end()).toEqual(row.end);
  });
});

describe("chat/1", () => {
  test("cannot be disputed where the market knows no arbiters", async () => {
    const scene = await Scene.post(server.url, "chat/1", PROPOSAL);
    await scene.agent("accept");
    await expect(scene.plead("agent", "dispute", "dispute_filed")).rejects.toThrow("no_court");
  });
});

test("what the market holds is what it owes, whatever its contracts", async () => {
  const { body } = await pairOf(server.url, GENERATIONS[0]!).agent.get("/solvency");
  expect(body.solvent).toBe(true);
  expect(body.lines.map(({ difference }: { difference: string }) => difference)).toEqual([
    "0",
    "0",
  ]);
});
