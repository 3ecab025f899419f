/** A buyer and a scripted provider on a market in memory, in the market's own time. */
import type { Connection, Contract } from "@bazaar/doors/connection";
import { connect } from "@bazaar/doors/http/connect";
import { chainJson, isEnded, type JsonObject, type Party, sha256Hex } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { jobEnvelope, resultEnvelope, SAMPLE_JOBS } from "@bazaar/testkit";
import type { OpenSandbox } from "@bazaar/work";
import { InProcess, taken } from "../../doors/src/http/connect/test/in-process.ts";
import { type Bought, type BuyStep, buyJob } from "../src/index.ts";

const TEXT = "oa.text_gen.v1";
const PRICE = "1";
const LOOK_MS = 100;
const VERIFY = nativeVerifier();

/** A result whose stated hash is another's. */
export const WRONG: JsonObject = { text_sha256: sha256Hex("Goodbye.") };
export const RIGHT: JsonObject = {};

type Fetch = InProcess["fetch"];

interface Asked {
  /** What the provider hands in, each after the one before was rejected; none: it accepts nothing. */
  readonly results?: readonly JsonObject[];
  readonly schemaId?: string;
  /** Whether it goes to court when the last of them is rejected. */
  readonly disputes?: boolean;
  /** Fields of the document beside the envelope. */
  readonly terms?: JsonObject;
}

export class BuyScene implements AsyncDisposable {
  readonly place: InProcess;
  readonly provider: Connection;
  readonly document: JsonObject;
  readonly steps: BuyStep[] = [];
  readonly #buyer = generateSigner();
  readonly #leaving = new AbortController();
  readonly #providing: Promise<void>;

  private constructor(place: InProcess, asked: Asked) {
    const { results = [], schemaId = TEXT, terms = {} } = asked;
    this.place = place;
    this.provider = place.connect();
    const request = { ...SAMPLE_JOBS[schemaId]?.request, idempotency_key: crypto.randomUUID() };
    this.document = {
      ...jobEnvelope(schemaId, request),
      budget: { amount: PRICE, currency: "XNO" },
      provider: this.provider.party,
      ...terms,
    };
    this.#providing =
      results.length === 0 ? Promise.resolve() : this.#provide(asked, schemaId, results);
  }

  static async open(asked: Asked = {}): Promise<BuyScene> {
    return new BuyScene(await InProcess.open(), asked);
  }

  /** Another connection of the same buyer, as after a restart. */
  meet(fetch: Fetch = (request) => this.place.fetch(request)): Connection {
    const { clock } = this.place;
    const counted = clock.counting(fetch);
    const url = "http://market.test";
    return connect({ url, signer: this.#buyer, verify: VERIFY, clock, fetch: counted });
  }

  async buy(
    changes: {
      readonly fetch?: Fetch;
      readonly signal?: AbortSignal;
      readonly openSandbox?: OpenSandbox;
      readonly onStep?: (step: BuyStep) => void;
    } = {},
  ) {
    const { fetch, onStep, ...needs } = changes;
    return buyJob(
      {
        connection: this.meet(fetch),
        openSandbox: async () => null,
        signal: new AbortController().signal,
        onStep: (step) => {
          this.steps.push(step);
          onStep?.(step);
        },
        ...needs,
      },
      this.document,
    );
  }

  async bought(changes: Parameters<BuyScene["buy"]>[0] = {}): Promise<Bought> {
    return taken(await this.buy(changes));
  }

  /** The names of the steps so far. */
  get told(): readonly string[] {
    return this.steps.map(({ step }) => step);
  }

  get buyer(): Party {
    return this.#buyer.party;
  }

  /** What each has now, and how many jobs of the buyer there are. */
  async books(): Promise<{ readonly buyer: string; readonly provider: string; jobs: number }> {
    await this.place.turn();
    const asking = this.meet();
    const { jobs } = taken(await asking.jobs({ buyer: this.buyer }));
    const buyer = await this.place.balance(asking);
    return { buyer, provider: await this.place.balance(this.provider), jobs: jobs.length };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#leaving.abort();
    await this.#providing;
    await this.place[Symbol.asyncDispose]();
  }

  async #provide(asked: Asked, schemaId: string, results: readonly JsonObject[]): Promise<void> {
    const { signal } = this.#leaving;
    const { provider } = this;
    while (!signal.aborted) {
      const { jobs } = taken(await provider.jobs({ provider: provider.party }));
      const [job] = jobs;
      if (job !== undefined) return this.#work(asked, job.id, schemaId, results);
      await this.place.clock.sleep(LOOK_MS, signal);
    }
  }

  async #work(
    { disputes = false }: Asked,
    id: string,
    schemaId: string,
    results: readonly JsonObject[],
  ): Promise<void> {
    const { provider } = this;
    const { signal } = this.#leaving;
    let handedIn = 0;
    const accepted = taken(await provider.act(taken(await provider.contract(id)), "accept"));
    const handIn = async (contract: Contract): Promise<Contract> => {
      const { job_hash } = contract.state.terms.work.spec;
      const result = resultEnvelope(schemaId, provider.party, results[handedIn] ?? {});
      handedIn += 1;
      const fix = chainJson({ ...result, job_hash: job_hash ?? "" });
      return taken(await provider.act(contract, "fix", { fix })).contract;
    };
    const last = await handIn(accepted.contract);
    for await (const { contract, entry } of provider.follow(last, signal)) {
      const { phase } = contract.state;
      if (isEnded(phase)) return;
      const isRejected = entry.type === "verify" && phase === "in_progress";
      if (isRejected && handedIn < results.length) await handIn(contract);
      else if (isRejected && disputes) {
        taken(await provider.act(contract, "dispute_filed", { argument: "It is right." }));
      }
    }
  }
}
