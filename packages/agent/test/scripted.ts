/** Scripted parties: a principal that reacts as told, and solvers that try given fixes. */

import type { Connection, Contract } from "@bazaar/doors/connection";
import type { Entry, JsonObject } from "@bazaar/kernel";
import { afterEach, beforeEach, expect } from "vitest";
import { InProcess, taken } from "../../doors/src/http/connect/test/in-process.ts";
import { document, execution } from "../../doors/test/door-under-test.ts";
import type { AgentOptions } from "../src/run-agent.ts";
import { runAgent } from "../src/run-agent.ts";
import type { Fix, Solver, Trial } from "../src/solver.ts";

/** A separate market for every test of a file, which must end without an error. */
export function everyTest(begin: (place: InProcess) => void): void {
  let place: InProcess;
  beforeEach(async () => {
    place = await InProcess.open();
    begin(place);
  });
  afterEach(async () => {
    expect(place.under.faults).toEqual([]);
    await place[Symbol.asyncDispose]();
  });
}

export const PASSED: JsonObject = { success: true, evidence: { exit_code: 0n } };

export function failed(output: string): JsonObject {
  return { success: false, explanation: "it still fails", evidence: { exit_code: 1n, output } };
}

/** What the principal does when a fix is there; null says nothing. */
type Judged = (
  fix: string,
  attempt: number,
) => { readonly act: Parameters<Connection["act"]>[1]; readonly data: JsonObject } | null;

export function verifies(judge: (fix: string, attempt: number) => JsonObject): Judged {
  return (fix, attempt) => ({ act: "verify", data: judge(fix, attempt) });
}

/** A document's fields for a contract without money and without a court. */
export const FREE: JsonObject = { escrow: null, judge: null };

export class Principal {
  readonly connection: Connection;
  readonly #place: InProcess;
  readonly #onFix: Judged;
  readonly #outputs: (command: string) => string;

  constructor(
    place: InProcess,
    onFix: Judged = verifies(() => PASSED),
    outputs: (command: string) => string = (command) => `output of ${command}`,
  ) {
    this.#place = place;
    this.connection = place.connect();
    this.#onFix = onFix;
    this.#outputs = outputs;
  }

  async post(changes: JsonObject = {}): Promise<Contract> {
    return taken(await this.connection.post(document(this.#place.under, changes))).contract;
  }

  /** Plays the principal until the contract is settled, and returns it. */
  async attend(contract: Contract, signal = new AbortController().signal): Promise<Contract> {
    let last = contract;
    let fixes = 0;
    for await (const { entry, contract: now } of this.connection.follow(contract, signal)) {
      last = now;
      if (entry.type === "fix") fixes += 1;
      await this.#answer(entry, now, fixes);
    }
    return last;
  }

  async #answer({ type, data }: Entry, now: Contract, fixes: number): Promise<void> {
    if (type === "investigate") {
      const command = String(data.command);
      await this.connection.act(now, "result", { command, output: this.#outputs(command) });
    }
    if (type !== "fix") return;
    const judged = this.#onFix(String(data.fix), fixes);
    if (judged !== null) await this.connection.act(now, judged.act, judged.data);
  }
}

export function typesOf({ transcript }: Contract): readonly string[] {
  return transcript.entries.map(({ type }) => type);
}

/** Tries these one after another until one passes. */
export function tries(...shells: readonly string[]): Solver & { readonly trials: Trial[] } {
  const trials: Trial[] = [];
  return {
    name: "scripted",
    trials,
    async solve(_, tools) {
      for (const shell of shells) {
        const trial = await tools.propose(fixOf(shell));
        trials.push(trial);
        if (trial.verdict === "pass") return "solved";
      }
      return "passed";
    },
  };
}

export function fixOf(shell: string): Fix {
  return { shell, explanation: `runs ${shell}` };
}

/** An agent at work, which ends with the test. */
export class Agent implements AsyncDisposable {
  readonly connection: Connection;
  readonly errors: unknown[] = [];
  /** Contracts that are over for it. */
  ended = 0;
  readonly #place: InProcess;
  readonly #leaving = new AbortController();
  readonly #running: Promise<void>;

  constructor(
    place: InProcess,
    solver: Solver,
    options: Partial<Omit<AgentOptions, "solver" | "signal">> = {},
  ) {
    this.connection = options.connection ?? place.connect();
    this.#place = place;
    const hooks = {
      error: (error: unknown) => this.errors.push(error),
      ended: () => {
        this.ended += 1;
      },
      ...options.hooks,
    };
    const { connection } = this;
    const { signal } = this.#leaving;
    this.#running = runAgent({ ...options, connection, solver, hooks, signal });
  }

  /** Waits until the agent knows of so many ends: a contract may be paid before the agent knows. */
  async untilEnded(count: number): Promise<void> {
    while (this.ended < count) await this.#place.clock.sleep(100);
  }

  async stop(): Promise<void> {
    this.#leaving.abort();
    await this.#running;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}

export { execution };
