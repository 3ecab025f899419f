/**
 * A person with a project, a real market in the process, a scripted agent, and a clock that can be
 * advanced.
 */

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Connection, type Contract, SYSTEM_CLOCK } from "@bazaar/doors/connection";
import { connect } from "@bazaar/doors/http/connect";
import type { ApprovedPlan, JudgedChange } from "@bazaar/guard/commit";
import { planCommit } from "@bazaar/guard/commit";
import { discardKept, openSandbox, reopenSandbox } from "@bazaar/guard/sandbox";
import { type Party, type Signer, XNO } from "@bazaar/kernel";
import { ed25519Verifier, generateSigner } from "@bazaar/keys";
import { hasProgram } from "@bazaar/testkit/program";
import { vi } from "vitest";
import { openEmbedded } from "../../../apps/server/src/embedded.ts";
import { runAgent } from "../../agent/src/run-agent.ts";
import type { Fix, Solver } from "../../agent/src/solver.ts";
import {
  type Conditions,
  type Consent,
  contractDocument,
  type Decision,
  type Failure,
  NO_CONSENT,
  type Outgoing,
  type PrincipalNeeds,
  type Repair,
  type RepairEvent,
  type ReviewNeeds,
  type SeenFix,
  shareLittle,
  shareScrubbed,
  WaitingRepairs,
  type Withheld,
  waitingPlace,
} from "../src/index.ts";

export const hasSandbox = hasProgram("bwrap");

const MARKET = "http://market.invalid";
const SECRET = "hunter2-is-the-password";

export class TestBed implements AsyncDisposable {
  readonly home: string;
  readonly project: string;
  readonly repairs: WaitingRepairs;
  readonly events: RepairEvent[] = [];
  readonly withheld: Withheld[] = [];
  readonly agent = generateSigner();
  readonly #person = generateSigner();
  readonly #leaving = new AbortController();
  #market: Awaited<ReturnType<typeof openEmbedded>>;
  #agents: Promise<void>[] = [];
  #aheadMs = 0;

  private constructor(home: string, market: Awaited<ReturnType<typeof openEmbedded>>) {
    this.home = home;
    this.project = join(home, "project");
    mkdirSync(this.project);
    this.repairs = new WaitingRepairs(join(home, ".fix", "reviews"));
    this.#market = market;
    const trueNow = Date.now;
    vi.spyOn(Date, "now").mockImplementation(() => trueNow() + this.#aheadMs);
  }

  static async open(): Promise<TestBed> {
    const home = realpathSync(mkdtempSync(join(tmpdir(), "fix-client-")));
    const bed = new TestBed(home, await openEmbedded(filesIn(home), {}));
    bed.write("answer.txt", "wrong\n");
    return bed;
  }

  /** Closes the market, advances the clock and opens it again. */
  async sleep(ms: number): Promise<void> {
    await this.#market.close();
    this.#aheadMs += ms;
    this.#market = await openEmbedded(filesIn(this.home), {});
  }

  /** Advances the clock. */
  passes(ms: number): void {
    this.#aheadMs += ms;
  }

  /** `before` is awaited before each request. */
  connectAs(signer: Signer, before?: (request: Request) => Promise<void>): Connection {
    const verify = ed25519Verifier();
    const fetch = async (request: Request): Promise<Response> => {
      await before?.(request);
      return this.#market.fetch(request);
    };
    return connect({ url: MARKET, signer, verify, fetch });
  }

  personAfter(before: (request: Request) => Promise<void>): Connection {
    return this.connectAs(this.#person, before);
  }

  get person(): Connection {
    return this.connectAs(this.#person);
  }

  /** Starts an agent that runs the looks and then tries the fixes in order. */
  hire(fixes: readonly Fix[], looks: readonly string[] = []): void {
    const solver: Solver = {
      name: "scripted",
      async solve(_, tools) {
        for (const command of looks) await tools.look(command);
        for (const fix of fixes) if ((await tools.propose(fix)).verdict === "pass") return "solved";
        return "passed";
      },
    };
    const { signal } = this.#leaving;
    const connection = this.connectAs(this.agent);
    this.#agents.push(runAgent({ connection, solver, limits: { pollMs: 20 }, signal }));
  }

  /** The agents stop, and leave their contracts as they are. */
  async dismiss(): Promise<void> {
    this.#leaving.abort();
    await Promise.all(this.#agents);
  }

  write(name: string, content: string): void {
    writeFileSync(join(this.project, name), content);
  }

  read(name: string): string {
    return readFileSync(join(this.project, name), "utf8");
  }

  get failure() {
    return {
      command: "grep -q right answer.txt",
      directory: this.project,
      exitCode: 1,
      output: `it is wrong: ${SECRET}\n`,
    };
  }

  async document(changes: Partial<Conditions> = {}, failure: Failure = this.failure) {
    const info = await this.person.platformInfo();
    if (!info.ok) throw new Error(info.refusal.detail);
    return contractDocument(
      failure,
      {
        mode: "supervised",
        bounty: { amount: "0.5", currency: "XNO", chain: "nano" },
        judge: info.value.judge,
        capabilities: { sudo: false, network: null },
        checks: [{ method: "exit_code", expected: 0 }],
        maxAttempts: 5,
        secondsBetweenLooks: 0,
        timeoutSeconds: 300,
        ...changes,
      },
      {},
      scrub,
    );
  }

  /** Approves everything unless changed. */
  needs(changes: Partial<PrincipalNeeds> = {}): PrincipalNeeds {
    const { failure, project, home } = this;
    return {
      connection: this.person,
      command: failure.command,
      around: { workingTree: project, path: process.env.PATH ?? "", home },
      scrub,
      outgoing: shareScrubbed(scrub),
      openSandbox: () => openSandbox(this.#sandbox()),
      approve: async (judged) => everything(judged),
      waiting: waitingPlace(this.repairs, { failure, market: null, network: "none", shows: [] }),
      tell: (event) => this.events.push(event),
      hasOtherAgents: false,
      signal: new AbortController().signal,
      ...changes,
    };
  }

  /** What leaves for a market elsewhere. */
  elsewhere(consent: Consent = NO_CONSENT): Outgoing {
    const { project: workingTree, home } = this;
    return shareLittle({
      scrub,
      around: { workingTree, home },
      consent,
      clock: SYSTEM_CLOCK,
      signal: new AbortController().signal,
      keepWithheld: (_, withheld) => this.withheld.push(withheld),
      showLines: (lines) => this.events.push({ type: "shares", lines }),
    });
  }

  reviewNeeds(decide: (seen: SeenFix) => Promise<Decision>): ReviewNeeds {
    const { repairs } = this;
    return {
      ...this.needs(),
      repairs,
      reopenSandbox: (id) => reopenSandbox(id, this.#sandbox()),
      discardKept: (id) => discardKept(id, this.#sandbox()),
      isOnDisk: async () => this.read("answer.txt") === "right\n",
      decide,
    };
  }

  /** Free balances. Person and agent start with 100 each. */
  async balances(id: string) {
    const { terms } = (await this.contract(id)).state;
    return {
      person: await this.#balance(this.#person.party),
      agent: await this.#balance(this.agent.party),
      platform: await this.#balance(terms.platform),
    };
  }

  async contract(id: string): Promise<Contract> {
    const contract = await this.person.contract(id);
    if (!contract.ok) throw new Error(contract.refusal.detail);
    return contract.value;
  }

  /** Follows the contract until the condition holds. */
  async until(id: string, isSo: (contract: Contract) => boolean): Promise<Contract> {
    const late = AbortSignal.timeout(30_000);
    const first = await this.contract(id);
    if (isSo(first)) return first;
    for await (const { contract } of this.person.follow(first, late)) {
      if (isSo(contract)) return contract;
    }
    throw new Error("the condition never held");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dismiss();
    await this.#market.close();
    vi.restoreAllMocks();
    rmSync(this.home, { recursive: true, force: true });
  }

  async #balance(party: Party): Promise<string> {
    const balances = await this.person.balances(party);
    if (!balances.ok) throw new Error(balances.refusal.detail);
    return balances.value.get(XNO.code) ?? "0";
  }

  #sandbox() {
    const { project: directory, home } = this;
    return {
      directory,
      home,
      network: "none",
      stateDirectory: join(home, "state"),
    } as const;
  }
}

export function fixOf(shell: string): Fix {
  return { shell, explanation: `runs ${shell}` };
}

/** Makes the failed command succeed. */
export const RIGHT = fixOf("echo right > answer.txt");

export function everything(judged: readonly JudgedChange[]): ApprovedPlan {
  return planCommit({ judged, approved: new Set(judged.map(({ change }) => change.path)) });
}

/** The contract of a repair that was posted. */
export function contractOf(done: Repair): Contract {
  if (done.is === "interrupted") throw new Error("interrupted");
  if (done.is === "refused") throw new Error(done.refusal.detail);
  return done.contract;
}

export function typesOf({ transcript }: Contract): readonly string[] {
  return transcript.entries.map(({ type }) => type);
}

function scrub(text: string): string {
  return text.replaceAll(SECRET, "[REDACTED]");
}

export { SECRET };

function filesIn(home: string) {
  const at = (name: string): string => join(home, ".fix", name);
  return {
    database: at("market.db"),
    key: at("market.key"),
    agentKey: at("agent.key"),
    knownFixes: at("known-fixes.json"),
    sessions: at("sessions"),
  };
}
