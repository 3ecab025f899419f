/**
 * The door over a market in memory, and what must hold after every request to it.
 *
 * A refusal is a 4xx in JSON that leaks nothing and changes nothing. What is accepted writes at most
 * one entry, by the party that signed it, and the money still adds up.
 */
import { isJsonObject, type Json, type Party, type Signer, XNO } from "@bazaar/kernel";
import { ed25519Verify, generateSigner } from "@bazaar/keys";
import { rebuild } from "@bazaar/market";
import { type StoredEntry, WORLD } from "@bazaar/market/ports";
import { units } from "@bazaar/testkit";
import { expect } from "vitest";
import { GENERATIONS, type Generation } from "../client.ts";
import { assertDescribed } from "../described.ts";
import { DoorUnderTest } from "../door-under-test.ts";
import { Life } from "../life.ts";
import { type Document, type Target, targetsIn } from "./endpoints.ts";

export interface Attempt {
  /** What is tried, for failure messages. */
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly code: string | null;
}

/** No request here takes this long, even on a slow machine. */
const MAX_MS = 10_000;

const ROOMY = { requests: 1e9, seconds: 60 };
const LIMITS = {
  perAddress: ROOMY,
  busyMsPerAddress: 1_000_000,
  signedPerAddress: ROOMY,
  perIdentity: ROOMY,
  talkPerIdentity: ROOMY,
  holdMs: 1,
};

/** Traces of code, paths or the database. */
const LEAKS =
  /(?:\n|\\n)\s+at |\.(?:ts|mjs|js):\d|node_modules|node:internal|file:\/\/|sqlite(?!3\b)|syntax error|InvariantViolation|TypeError|RangeError|\[object /i;

export class FuzzedDoor implements AsyncDisposable {
  readonly under: DoorUnderTest;
  readonly judge: Signer;
  readonly targets: readonly Target[];
  /** A party's account: a response that contains it has leaked it. */
  readonly secretAccount = "nano_accountofsomebodyelse";
  #attempts = 0;

  private constructor(under: DoorUnderTest, judge: Signer, targets: readonly Target[]) {
    this.under = under;
    this.judge = judge;
    this.targets = targets;
  }

  static async open(): Promise<FuzzedDoor> {
    const judge = generateSigner();
    const under = await DoorUnderTest.open({
      judge: judge.party,
      limits: LIMITS,
      needs: (needs) => ({ ...needs, limits: { openContracts: 1e6, seats: 1e6 } }),
    });
    return new FuzzedDoor(under, judge, targetsIn(await documentOf(under)));
  }

  get attempts(): number {
    return this.#attempts;
  }

  get posts(): readonly Target[] {
    return this.targets.filter(({ method, isSigned }) => method === "POST" && isSigned);
  }

  get reads(): readonly Target[] {
    return this.targets.filter(({ method }) => method === "GET");
  }

  /** Two funded parties, so that no request here is the one that grants them money. */
  async newLife(generation: Generation): Promise<Life> {
    const life = new Life(this.under, generation);
    await this.fund(life.principal.signer.party);
    await this.fund(life.agent.signer.party);
    return life;
  }

  async fund(party: Party): Promise<void> {
    const key = `starting/${party}/${XNO.code}`;
    const { ledger } = this.under.store;
    const amount = units("100");
    await ledger.transfer({ key, from: WORLD, to: party, asset: XNO.code, amount });
  }

  async send(attempt: Attempt): Promise<Reply> {
    this.#attempts += 1;
    const before = await this.#snapshot();
    const response = await inTime(attempt.what, this.#ask(attempt));
    const text = await inTime(attempt.what, response.text());
    const said = `${attempt.what}: ${attempt.method} ${attempt.path.slice(0, 200)} → ${response.status} ${text.slice(0, 500)}`;
    expect(this.under.faults, said).toEqual([]);
    const { status } = response;
    const reply = { status, text, code: status < 400 ? null : codeOf(text, attempt.method, said) };
    expect(status < 300 || (status >= 400 && status < 500), said).toBe(true);
    if (status >= 400) {
      expect(text, said).not.toMatch(LEAKS);
      expect(text, said).not.toContain(this.secretAccount);
      expect(await this.#snapshot(), said).toEqual(before);
      return reply;
    }
    if (attempt.method !== "POST") expect(await this.#snapshot(), said).toEqual(before);
    else await this.#checkTaken(attempt, before, said);
    if (response.headers.get("Content-Type") === "application/json" && text !== "") {
      assertDescribed(attempt.method, attempt.path, JSON.parse(text));
    }
    return reply;
  }

  /** Every contract still follows from its entries, and the door still works. */
  async checkHealth(): Promise<void> {
    expect(this.under.faults).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    const { differences } = await rebuild(this.under.store, ed25519Verify);
    expect(differences).toEqual([]);
    for (const line of await this.under.market.solvency()) {
      expect(line.held).toBe(line.owedToContracts + line.owedToAccounts);
    }
    for (const generation of GENERATIONS) await this.#playThrough(generation);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.under[Symbol.asyncDispose]();
  }

  async #ask({ method, path, headers, body }: Attempt): Promise<Response> {
    const init = { method, headers: { ...headers }, ...(body === undefined ? {} : { body }) };
    return this.under.ask(path, init);
  }

  async #snapshot(): Promise<{ readonly no: number; readonly totals: unknown }> {
    const { store } = this.under;
    return { no: await store.lastNo(), totals: await store.ledger.totals(XNO.code) };
  }

  async #checkTaken(attempt: Attempt, before: { no: number; totals: unknown }, said: string) {
    const { store } = this.under;
    const written = await store.feed(before.no, 10);
    expect(written.length, `${said}: one entry at most`).toBeLessThanOrEqual(1);
    const signer = `fix_${(attempt.headers?.["X-Fix-Pubkey"] ?? "").toLowerCase()}`;
    for (const { entry } of written) {
      if (entry.type !== "ruling") expect(authorOf(entry), said).toBe(signer);
    }
    const { holds, accounts, world } = await store.ledger.totals(XNO.code);
    expect(holds + accounts + world, `${said}: no money is created`).toBe(0n);
    if (!attempt.path.startsWith("/faucet")) {
      expect(before.totals, `${said}: no money came in`).toMatchObject({ world });
    }
  }

  async #playThrough(generation: Generation): Promise<void> {
    const life = await this.newLife(generation);
    const replies = [
      await life.post(),
      await life.bond(),
      await life.accept(),
      await life.fix("gcc foo.c -lbar"),
      await life.verify(true),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { json } = await life.agent.get(`/contracts/${life.id}/verify_chain`);
    expect(json).toMatchObject({ valid: true });
    expect((await life.agent.get("/health")).json).toEqual({ status: "up", store: "ok" });
  }
}

function codeOf(text: string, method: string, said: string): string {
  if (method === "HEAD") return "";
  const { code, detail } = JSON.parse(text);
  expect(code, said).toMatch(/^[a-z_]+$/);
  expect(detail, said).toBeTruthy();
  return code;
}

/** Who signed an entry: its author, or the signer of its origin. */
function authorOf({ author, data }: StoredEntry["entry"]): Json | undefined {
  const { origin } = data;
  if (!isJsonObject(origin)) return author;
  return isJsonObject(origin.entry) ? origin.entry.author : `fix_${String(origin.pubkey)}`;
}

async function inTime<T>(what: string, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, MAX_MS, new Error(`${what}: no answer in ${MAX_MS} ms`));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function documentOf(under: DoorUnderTest): Promise<Document> {
  const response = await under.ask("/openapi.json");
  return (await response.json()) as Document;
}
