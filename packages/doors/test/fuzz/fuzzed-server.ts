/** The door on a real socket with one contract, and what must hold after every raw request. */
import { sha256Hex, XNO } from "@bazaar/kernel";
import { expect } from "vitest";
import type { Limits } from "../../src/listen/index.ts";
import { DoorUnderTest } from "../door-under-test.ts";
import { Life } from "../life.ts";
import { type Document, type Target, targetsIn } from "./endpoints.ts";
import { jobOf } from "./good-requests.ts";
import { type RawAnswer, talk } from "./raw-http.ts";

const ROOMY = { requests: 1e9, seconds: 60 };

/** Of an artifact without bytes. */
const EMPTY_HASH = sha256Hex("");

const LEAKS =
  /(?:\n|\\n)\s+at |\.(?:ts|mjs|js):\d|node_modules|node:internal|file:\/\/|sqlite(?!3\b)/i;

export class FuzzedServer implements AsyncDisposable {
  readonly under: DoorUnderTest;
  readonly port: number;
  readonly targets: readonly Target[];
  readonly life: Life;
  readonly jobId: string;

  private constructor(
    under: DoorUnderTest,
    port: number,
    targets: readonly Target[],
    life: Life,
    jobId: string,
  ) {
    this.jobId = jobId;
    this.under = under;
    this.port = port;
    this.targets = targets;
    this.life = life;
  }

  static async open(limits: Partial<Limits> = {}): Promise<FuzzedServer> {
    const under = await DoorUnderTest.open({
      limits: {
        perAddress: ROOMY,
        busyMsPerAddress: 1_000_000,
        signedPerAddress: ROOMY,
        ...limits,
      },
    });
    const { port } = await under.listener.listen(0, "127.0.0.1");
    const life = new Life(under, "requests only");
    await life.post();
    await life.bond();
    const content = async function* () {};
    await under.market.keepArtifact({
      owner: life.agent.signer.party,
      hash: EMPTY_HASH,
      bytes: 0,
      content: content(),
    });
    const job = await life.principal.send(jobOf(under, life.principal));
    const { job_id: jobId } = job.json;
    return new FuzzedServer(under, port, targetsIn(await documentOf(under)), life, String(jobId));
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The path of an endpoint, with what exists of its kind. */
  pathOf({ path }: Target): string {
    return path
      .replace("/jobs/{id}", `/jobs/${this.jobId}`)
      .replace("{schema_id}", "oa.text_gen.v1")
      .replace("{id}", this.life.id)
      .replace("{pubkey}", this.life.agent.signer.party)
      .replace("{hash}", EMPTY_HASH);
  }

  /** Sends bytes; the response is clear or the connection is closed, and nothing has changed. */
  async send(what: string, bytes: string, isHeadEnough = false): Promise<RawAnswer> {
    const before = await this.#snapshot();
    const answer = await talk(this.port, what, bytes, isHeadEnough);
    const said = `${what} → ${answer.head} ${answer.body.slice(0, 300)}`;
    expect(this.under.faults, said).toEqual([]);
    expect(answer.status, said).toBeLessThan(500);
    expect(`${answer.head}${answer.body}`, said).not.toMatch(LEAKS);
    expect(answer.head, said).not.toMatch(/^X-Injected/im);
    if (answer.status >= 400 && unchunked(answer.body) !== "") {
      expect(JSON.parse(unchunked(answer.body)), said).toMatchObject({
        code: expect.stringMatching(/^[a-z_]+$/),
        detail: expect.anything(),
      });
    }
    expect(await this.#snapshot(), said).toEqual(before);
    return answer;
  }

  async checkHealth(): Promise<void> {
    expect(this.under.faults).toEqual([]);
    expect((await fetch(`${this.url}/health`)).status).toBe(200);
    for (const { path = "", method = "" } of this.under.lines as readonly Record<
      string,
      string
    >[]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
      expect(`${method} ${path}`).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    }
    const { life } = this;
    const replies = [await life.accept(), await life.fix("make"), await life.verify(true)];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { json } = await life.agent.get(`/contracts/${life.id}/verify_chain`);
    expect(json).toMatchObject({ valid: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.under[Symbol.asyncDispose]();
  }

  async #snapshot(): Promise<unknown> {
    const { store } = this.under;
    return { no: await store.lastNo(), totals: await store.ledger.totals(XNO.code) };
  }
}

function unchunked(body: string): string {
  const isChunked = /^[0-9a-f]+\r\n/.test(body);
  return isChunked ? body.replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/g, "").trim() : body;
}

async function documentOf(under: DoorUnderTest): Promise<Document> {
  const response = await under.ask("/openapi.json");
  return (await response.json()) as Document;
}
