/** The real door on a socket, for clients that know nothing of it but its address. */
import { readFileSync } from "node:fs";
import type { StartHoldTimer } from "../../src/listen/held-requests.ts";
import { type DoorOptions, DoorUnderTest } from "../door-under-test.ts";
import { EntryClient, type Fix2Server, RequestClient } from "./fix2-client.ts";
import { Fix2Agent, Fix2Principal } from "./fix2-sides.ts";
import type { PythonObject } from "./python-json.ts";

export const GENERATIONS = {
  "requests only": RequestClient,
  "undated entries, and verifies what it reads": EntryClient,
} as const;

export type Generation = keyof typeof GENERATIONS;

export interface Sample {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly request_headers: Readonly<Record<string, string>>;
  readonly request_body_text: string;
}

const WIRE = new URL("../../../../spec/vectors/fix/wire_samples_b48be2d.json", import.meta.url);

/** One recorded request of existing clients for each endpoint. */
export const SAMPLES: Readonly<Record<string, Sample>> = JSON.parse(
  readFileSync(WIRE, "utf8"),
).samples;

const RECORDED = SAMPLES["POST /contracts"]?.request_body_text ?? "";

export class Fix2Scene implements AsyncDisposable {
  readonly under: DoorUnderTest;
  readonly server: Fix2Server;
  #isServing = true;
  readonly #serving: Promise<void>;

  private constructor(under: DoorUnderTest, url: string) {
    this.under = under;
    this.server = { url, nowSeconds: () => Math.floor(under.nowMs / 1_000) };
    this.#serving = this.#serve();
  }

  static async open(options: DoorOptions = {}): Promise<Fix2Scene> {
    const under = await DoorUnderTest.open(options);
    const { port } = await under.listener.listen(0, "127.0.0.1");
    return new Fix2Scene(under, `http://127.0.0.1:${port}`);
  }

  client(generation: Generation): RequestClient {
    return new GENERATIONS[generation](this.server);
  }

  /** The recorded document, at this market, with changes. */
  document(changes: PythonObject = {}): PythonObject {
    const { contract } = JSON.parse(RECORDED) as { contract: PythonObject };
    return { ...contract, judge: { pubkey: this.under.server.party, fee: "0.17" }, ...changes };
  }

  /** The recorded document with changes to how it is worked on. */
  executed(changes: PythonObject): PythonObject {
    const { execution } = this.document() as { execution: PythonObject };
    return this.document({ execution: { ...execution, ...changes } });
  }

  post(generation: Generation, document = this.document()): Promise<Fix2Principal> {
    return Fix2Principal.post(this.client(generation), document);
  }

  /** A principal and an agent that has accepted. */
  async working(generation: Generation, document = this.document()) {
    const principal = await this.post(generation, document);
    const agent = await Fix2Agent.bond(this.client(generation), principal.contractId);
    await agent.accept();
    return { principal, agent };
  }

  /** Lets the market's time pass. */
  pass(seconds: number): Promise<void> {
    return this.under.wait(seconds * 1_000);
  }

  /** The server's loops, as often as they can run. */
  async #serve(): Promise<void> {
    while (this.#isServing) {
      await this.under.turn();
      await new Promise((go) => setTimeout(go, 5));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isServing = false;
    await this.under[Symbol.asyncDispose]();
    await this.#serving;
  }
}

/** Says when a request begins to wait, which it may do for as long as it takes. */
export function noting(onHold: () => void): StartHoldTimer {
  return () => {
    onHold();
    return { signal: new AbortController().signal, [Symbol.dispose]: () => undefined };
  };
}

/** Notes how long requests may be held, and lets each wait only for a moment. */
export function impatient(holds: number[]): StartHoldTimer {
  return (ms) => {
    holds.push(ms);
    return { signal: AbortSignal.timeout(30), [Symbol.dispose]: () => undefined };
  };
}
