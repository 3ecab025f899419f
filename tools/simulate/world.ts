/** One simulated world: a store, two processes, a slow network, and the people who use them. */
import {
  type ContractId,
  type ContractState,
  chainJson,
  type JsonObject,
  publicKeyHex,
  requestOrigin,
  signEntry,
  signedRequestTexts,
  termsJson,
} from "@bazaar/kernel";
import {
  fireDeadlines,
  payLegs,
  recordAct,
  runTasks,
  type Submission,
  takeDeposits,
} from "@bazaar/market";
import {
  type CaseFile,
  type HoldRecord,
  JudgeUnavailable,
  type Opinion,
  type Rail,
  RailUnavailable,
  type Store,
  StoreUnavailable,
  WORLD,
} from "@bazaar/market/ports";
import { ledgerRail } from "@bazaar/rails/ledger";
import { MemoryRail } from "@bazaar/rails/memory";
import { MemoryFeed, MemoryStore } from "@bazaar/store/memory";
import { Auditor } from "./auditor.ts";
import { AGENTS, type Cast, castOf, LEDGER_XNO, PRINCIPALS } from "./cast.ts";
import { around, Crashed } from "./faults.ts";
import { opinionOf } from "./judges.ts";
import type { Keys } from "./keys.ts";
import type { ActMove, Job, Move } from "./move.ts";
import type { Plant } from "./plants.ts";
import { auditedStore, Process } from "./process.ts";
import { Random } from "./random.ts";
import { Turns } from "./turns.ts";

const JOBS = {
  deposits: takeDeposits,
  tasks: runTasks,
  deadlines: fireDeadlines,
  legs: payLegs,
} as const;

/** The second process's clock goes wrong by this much. */
const SKEW_MS = -700;
const START_MS = 1_700_000_000_000;

interface Message {
  readonly submission: Submission;
  readonly once: { readonly key: string; readonly answer: string } | null;
}

export class World {
  readonly keys: Keys;
  readonly plant: Plant | null;
  readonly cast: Cast;
  readonly store = new MemoryStore();
  readonly nano = new MemoryRail("nano");
  readonly feed = new MemoryFeed();
  readonly turns = new Turns();
  readonly auditor: Auditor;
  readonly audited: Store;
  readonly rails: readonly Rail[];
  readonly counts = { accepted: 0, refused: 0, crashes: 0, lostAnswers: 0 };
  readonly refusals = new Map<string, number>();
  readonly posted = new Map<number, ContractId>();
  /** How often each contract was tried to be posted. */
  readonly tries = new Map<number, number>();
  readonly delayed: Message[] = [];
  /** Where each party was told to pay: the market tells nobody before it has written it down. */
  readonly addresses = new Map<string, HoldRecord>();
  readonly #processes: Process[];
  nowMs = START_MS;
  /** Every move throws its own dice, so that leaving one out does not change the others. */
  dice = new Random(0);
  /** No faults any more: the world is being brought to its end. */
  isCalm = false;

  constructor(seed: number, contracts: number, keys: Keys, plant: Plant | null) {
    this.keys = keys;
    this.plant = plant;
    this.cast = castOf(seed, contracts, keys);
    this.auditor = new Auditor(keys.verify);
    this.audited = auditedStore(plant?.infectStore?.(this.store) ?? this.store, this);
    this.rails = [ledgerRail(this.store.ledger), this.#watched(this.nano)];
    this.#processes = [new Process(this, 0), new Process(this, SKEW_MS)];
  }

  /** Everybody begins with money, some with little. */
  async begin(): Promise<void> {
    for (const name of [...PRINCIPALS, ...AGENTS]) {
      const { party } = this.keys.signer(name);
      const rich = name.startsWith("poor") ? 3n : 3_000n;
      const grant = { from: WORLD, to: party };
      const { ledger } = this.store;
      const xno = { ...grant, asset: "XNO", amount: rich * 10n ** BigInt(LEDGER_XNO.decimals) };
      await ledger.transfer({ ...xno, key: `grant/xno/${name}` });
      await ledger.transfer({
        ...grant,
        asset: "RATING",
        amount: rich,
        key: `grant/rating/${name}`,
      });
    }
  }

  async play(move: Move): Promise<void> {
    this.dice = new Random(move.salt);
    switch (move.do) {
      case "act":
        return this.#act(move);
      case "deliver": {
        const [message] = this.delayed.splice(this.dice.below(this.delayed.length), 1);
        if (message !== undefined) await this.#submit(move.process, message);
        return;
      }
      case "work":
        return this.work(move.process, move.job);
      case "work at once":
        return this.turns.runAll(
          [() => this.work(1, move.job), () => this.#act({ ...move.act, process: 0 })],
          this.dice,
        );
      case "both work":
        return this.turns.runAll(
          move.jobs.map((job, process) => () => this.work(process, job)),
          this.dice,
        );
      case "pass":
        this.nowMs += move.ms;
        return;
      case "pass to deadline": {
        const nextMs = await this.store.nextDeadlineMs();
        if (nextMs !== null) this.nowMs = Math.max(this.nowMs, nextMs + move.plusMs);
        return;
      }
      case "crash":
        this.#process(move.process).dieAfter(move.afterCalls);
        return;
      case "pay":
        return this.#pay(move);
    }
  }

  stateOf(contract: number): ContractState | null {
    return this.auditor.stateOf(this.posted.get(contract));
  }

  async work(process: number, job: Job): Promise<void> {
    await this.#survive(process, async ({ needs }) => {
      await JOBS[job](needs);
    });
  }

  heal(): void {
    for (const process of this.#processes) process.heal();
  }

  async opine(file: CaseFile): Promise<Opinion> {
    const at = [...this.posted].find(([, id]) => id === file.question.contract)?.[0] ?? 0;
    const nature = this.cast.plans[at]?.judge ?? "honest";
    if (nature === "a second late") this.nowMs = Math.max(this.nowMs, file.question.byMs + 1_000);
    if (nature === "slow") this.nowMs += this.dice.below(80_000);
    const opinion = opinionOf(nature, this.dice);
    if (opinion === null) throw new JudgeUnavailable("nobody answers");
    return opinion;
  }

  async check(): Promise<{ verdict: "pass" | "fail" | "no_verdict"; evidence: JsonObject }> {
    return { verdict: this.dice.pick(["pass", "fail", "no_verdict"]), evidence: {} };
  }

  #process(index: number): Process {
    const process = this.#processes[index];
    if (process === undefined) throw new Error(`there is no process ${index}`);
    return process;
  }

  /** Runs something in a process; if the process dies of it, another takes its place. */
  async #survive(index: number, run: (process: Process) => Promise<void>): Promise<void> {
    const process = this.#process(index);
    try {
      await run(process);
    } catch (error) {
      if (error instanceof StoreUnavailable || error instanceof RailUnavailable) {
        this.counts.lostAnswers += 1;
      } else if (!(error instanceof Crashed)) throw error;
    }
    if (process.isDead) this.#processes[index] = new Process(this, index === 0 ? 0 : SKEW_MS);
  }

  async #act(move: ActMove): Promise<void> {
    const message = this.#sign(move);
    if (message === null) return;
    const { fate, process } = move;
    if (fate === "is delayed" || fate === "arrives twice") this.delayed.push(message);
    if (fate === "arrives" || fate === "arrives twice") await this.#submit(process, message);
  }

  #sign(move: ActMove): Message | null {
    const signer = this.keys.signer(move.who);
    if (move.type === "post") {
      this.tries.set(move.contract, (this.tries.get(move.contract) ?? 0) + 1);
      const plan = this.cast.plans[move.contract];
      if (plan === undefined) return null;
      const act = { type: "post", data: { terms: termsJson(plan.terms) } };
      const entry = signEntry(signer, this.auditor.chainOf(undefined), act, this.nowMs);
      return { submission: { entry, contract: null }, once: null };
    }
    const contract = this.posted.get(move.contract);
    if (contract === undefined) return null;
    if (move.signing === "request") return this.#request(move, contract);
    const chain = this.auditor.chainOf(contract, move.signing === "old head" ? 1 : 0);
    const entry = signEntry(signer, chain, move, this.nowMs);
    return { submission: { entry, contract }, once: null };
  }

  /** A client that signs no entries: the server does, and keeps the signed request. */
  #request({ who, type, data }: ActMove, contract: ContractId): Message {
    const signer = this.keys.signer(who);
    const unsigned = {
      method: "POST",
      path: `/contracts/${contract}/${type}`,
      body: chainJson(data),
      timestampSeconds: Math.floor(this.nowMs / 1_000),
    };
    const signature = signer.sign(signedRequestTexts(unsigned)[0]);
    const pubkey = publicKeyHex(signer.party) ?? "";
    const origin = requestOrigin({ ...unsigned, signature, pubkey });
    return {
      submission: { type, data: { ...data, origin }, contract },
      once: { key: `request/${signature}`, answer: "" },
    };
  }

  async #submit(index: number, message: Message): Promise<void> {
    let isAnswered = false;
    await this.#survive(index, async ({ needs }) => {
      const recorded = await recordAct(needs, message.submission, message.once);
      isAnswered = true;
      if (recorded.ok) this.counts.accepted += 1;
      else this.#refused(recorded.refusal.code);
    });
    // Whoever got no answer sends the same bytes again.
    if (!isAnswered) this.delayed.push(message);
    this.#rememberPost(message);
  }

  #refused(code: string): void {
    this.counts.refused += 1;
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
  }

  #rememberPost({ submission }: Message): void {
    if (!("entry" in submission) || submission.entry.type !== "post") return;
    for (const [index, plan] of this.cast.plans.entries()) {
      if (this.posted.has(index)) continue;
      const state = this.auditor.states().find(({ terms }) => terms.nonce === plan.terms.nonce);
      if (state !== undefined) this.posted.set(index, state.id);
    }
  }

  /** Pays into the address of a hold, if the network has opened one for this payer. */
  async #pay({ contract, who, percent }: Extract<Move, { do: "pay" }>): Promise<void> {
    const state = this.stateOf(contract);
    if (state === null) return;
    const { party } = this.keys.signer(who);
    const told = this.addresses.get(`${state.id} ${party}`);
    if (told === undefined) return;
    const amount = (told.hold.amount * BigInt(percent)) / 100n;
    this.nano.pay(told.address, amount, `nano/${who}`);
  }

  /** The network with the auditor beside it; what was delivered once may be delivered again. */
  #watched(rail: MemoryRail): Rail {
    const world = this;
    const messages = new Map<string, string>();
    return {
      ...around(rail as Rail, (_, call) => call()),
      name: rail.name,
      deposits: (sink) =>
        rail.deposits(async (deposit) => {
          await sink(deposit);
          if (!world.isCalm && world.dice.chance(0.2)) await sink(deposit);
        }),
      async prepare(transfer) {
        const message = await rail.prepare(transfer);
        messages.set(message, transfer.key);
        return message;
      },
      async send(message) {
        await rail.send(message);
        world.auditor.sent(messages.get(message) ?? "", message);
      },
    };
  }
}
