/** One simulated world: a store, two processes, a slow network, and the people who use them. */
import {
  type ContractId,
  type ContractState,
  isEnded,
  type Party,
  RATING,
  type Refusal,
  sha256Hex,
  type Transcript,
} from "@bazaar/kernel";
import { recordAct, type Submission } from "@bazaar/market";
import {
  type CaseFile,
  type Checked,
  type HoldRecord,
  JudgeUnavailable,
  type Opinion,
  type Rail,
  RailUnavailable,
  type Store,
  StoreUnavailable,
} from "@bazaar/market/ports";
import { ledgerRail } from "@bazaar/rails/ledger";
import { MemoryRail } from "@bazaar/rails/memory";
import { MemoryFeed } from "@bazaar/store/memory";
import { grant, units } from "@bazaar/testkit";
import { LEDGER_ASSETS } from "./amounts.ts";
import { auditedRail, auditedStore } from "./audited.ts";
import { Auditor } from "./auditor.ts";
import { type Cast, castOf } from "./cast.ts";
import { Crashed } from "./faults.ts";
import { JOBS, type Job } from "./jobs.ts";
import { checkedOf, opinionOf } from "./judges.ts";
import type { Keys } from "./keys.ts";
import type { ActMove, Move, TimeFault } from "./move.ts";
import { PARTIES } from "./people.ts";
import type { Plant } from "./plant.ts";
import { Process, SKEW_MS } from "./process.ts";
import { Random } from "./random.ts";
import { ARTIFACT_LIMITS, repositoryUpload, Shelf, uploadOf } from "./shelf.ts";
import { bindingOf, submissionOf } from "./signing.ts";
import type { SharedStore } from "./stores.ts";
import { Turns } from "./turns.ts";
import { ensure } from "./violation.ts";
import { WorldTime } from "./world-time.ts";

/** Often enough that no clock that is being corrected sees a gap. */
const BEAT_MS = 900;

const OWN_COURT = "our own judge is asked only about its own cases";

/** The same plan gives the same world. */
export interface WorldPlan {
  readonly seed: number;
  readonly contracts: number;
  readonly keys: Keys;
  readonly plant: Plant | null;
  readonly makeStore: () => SharedStore;
}

export class World implements Disposable {
  readonly keys: Keys;
  readonly plant: Plant | null;
  readonly cast: Cast;
  readonly store: Store;
  readonly nano = new MemoryRail("nano");
  readonly feed = new MemoryFeed();
  readonly turns = new Turns();
  readonly time = new WorldTime();
  readonly auditor: Auditor;
  readonly shelf: Shelf;
  /** What our own court has been asked, by the key of the task. */
  readonly questions = new Map<string, { contract: ContractId; question: number; byMs: number }>();
  readonly rails: readonly Rail[];
  readonly counts = { accepted: 0, refused: 0, crashes: 0, lostAnswers: 0, timeFaults: 0 };
  /** Every move up to the drain: the same moves give the same world. */
  readonly moves: Move[] = [];
  readonly refusals: { readonly contract: ContractId; readonly refusal: Refusal }[] = [];
  /** Why the last act was not recorded; null if it was, or if its answer was lost. */
  lastRefusal: Refusal | null = null;
  readonly posted = new Map<number, ContractId>();
  /** How often posting each contract was tried. */
  readonly tries = new Map<number, number>();
  readonly delayed: Submission[] = [];
  /** The deposit address of each party, which the market stores before it shows it. */
  readonly addresses = new Map<string, HoldRecord>();
  #processes: Process[] = [];
  readonly #shared: SharedStore;
  /** The store with a planted bug, which all processes share. */
  readonly #buggyStore: Store | null;
  /** Posted contracts that had not ended at the last check. */
  readonly #unended = new Set<number>();
  isDiskFull = false;
  #wasFrozen = false;
  /** Seeded by each move, so that leaving one out does not change the others. */
  dice = new Random(0);
  /** Whether no more faults happen, because the world is being drained. */
  isFaultless = false;
  /** Whether courts answer a question alike whenever they are asked. */
  isAnswerFixed = false;

  constructor({ seed, contracts, keys, plant, makeStore }: WorldPlan) {
    this.keys = keys;
    this.plant = plant;
    this.#shared = makeStore();
    this.store = this.#shared.open();
    this.cast = castOf(seed, contracts, keys);
    this.auditor = new Auditor(keys.verify, this.time, plant?.rules);
    this.shelf = new Shelf(this.store.artifacts);
    this.#buggyStore = plant?.injectStore?.(this.store) ?? null;
    this.rails = [ledgerRail(this.store.ledger), auditedRail(this.nano, this)];
  }

  [Symbol.dispose](): void {
    this.#shared[Symbol.dispose]();
  }

  /** Starts both processes, stores the repository, and gives every party money; some get little. */
  async begin(): Promise<void> {
    await this.#startAll();
    await this.live(0);
    const { artifacts, ledger } = this.store;
    await artifacts.keep(repositoryUpload(this.server), ARTIFACT_LIMITS);
    for (const name of PARTIES) {
      const { party } = this.keys.signer(name);
      const wealth = name.startsWith("poor") ? "3" : "3000";
      for (const asset of [...LEDGER_ASSETS, RATING]) {
        await grant(ledger, party, units(wealth, asset), asset);
      }
    }
  }

  async play(move: Move): Promise<void> {
    if (!this.isFaultless) this.moves.push(move);
    this.dice = new Random(move.salt);
    // The first move after a freeze happens before the next heartbeat.
    if (!this.#wasFrozen) await this.live(0);
    this.#wasFrozen = move.do === "freeze";
    switch (move.do) {
      case "act":
        return this.#act(move);
      case "deliver": {
        const [submission] = this.delayed.splice(this.dice.below(this.delayed.length), 1);
        if (submission !== undefined) await this.#submit(move.process, submission);
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
        return this.live(move.ms);
      case "pass to deadline": {
        const nextMs = await this.store.nextDeadlineMs();
        return nextMs === null ? undefined : this.liveUntil(nextMs + move.plusMs);
      }
      case "outage":
      case "freeze":
      case "set clock":
      case "fill disk":
        this.counts.timeFaults += 1;
        return this.#disturb(move);
      case "free disk":
        this.isDiskFull = false;
        return;
      case "away":
        for (const part of move.moves) await this.play(part);
        return;
      case "crash":
        this.#process(move.process).crashAfter(move.afterCalls);
        return;
      case "pay":
        return this.#pay(move);
      case "bind": {
        const binding = bindingOf(this.keys, move.keys, this.nowMs);
        return this.#survive(move.process, ({ needs }) => needs.store.owners.bind(binding));
      }
      case "upload":
        return this.#survive(move.process, ({ needs }) => {
          const upload = uploadOf(this.keys.signer(move.who).party, move, needs.clock.nowMs());
          return needs.store.artifacts.keep(upload, needs.artifactPolicy.limits);
        });
    }
  }

  async #disturb(move: TimeFault): Promise<void> {
    switch (move.do) {
      case "outage":
        this.time.passAway(move.ms);
        return this.#startAll();
      case "freeze":
        return this.time.passAway(move.ms);
      case "set clock":
        return this.time.setClock(move.byMs);
      case "fill disk":
        this.isDiskFull = true;
    }
  }

  /** The time of signatures; deadlines are in the market's time. */
  get nowMs(): number {
    return this.time.nowMs;
  }

  /** The market's time, as its first process sees it. */
  get marketMs(): number {
    return this.#process(0).clock.nowMs();
  }

  /** Passes time in which the market is there, as far as its disk has room for a heartbeat. */
  async live(ms: number): Promise<void> {
    if (this.isDiskFull) return this.time.passAway(ms);
    await this.#beatAll();
    const { clock } = this.#process(0);
    const endMs = this.time.nowMs + ms;
    const beats: number[] = [];
    while (this.time.nowMs < endMs) {
      this.time.nowMs = Math.min(endMs, this.time.nowMs + BEAT_MS);
      beats.push(clock.nowMs());
    }
    // All at once: a store writes many in one transaction, and in their order.
    await Promise.all(beats.map((beatMs) => this.store.beat(beatMs)));
    if (beats.length > 0) await this.#beatAll();
  }

  /** Every process beats, and takes over the time of the one that is ahead. */
  async #beatAll(): Promise<void> {
    for (const { heartbeat } of this.#processes) await heartbeat.beat();
    const last = await this.store.lastBeat();
    for (const { clock } of this.#processes) clock.notBefore(last?.atMs ?? 0);
  }

  /** A clock that is being corrected does not run at the speed of time. */
  async liveUntil(marketMs: number): Promise<void> {
    for (let left = 1; left > 0; ) {
      left = marketMs - this.marketMs;
      if (left > 0) await this.live(left);
    }
  }

  stateOf(contract: number): ContractState | null {
    return this.auditor.stateOf(this.posted.get(contract));
  }

  openContracts(): readonly number[] {
    for (const index of this.#unended) {
      const state = this.stateOf(index);
      if (state === null || isEnded(state.phase)) this.#unended.delete(index);
    }
    return [...this.#unended];
  }

  /** Which of the planned contracts this is. */
  indexOf(contract: ContractId): number {
    const index = [...this.posted].find(([, id]) => id === contract)?.[0];
    if (index === undefined) throw new Error(`${contract} was never posted`);
    return index;
  }

  async work(process: number, job: Job): Promise<void> {
    await this.#survive(process, JOBS[job]);
  }

  heal(): void {
    this.isDiskFull = false;
    for (const process of this.#processes) process.heal();
  }

  get server(): Party {
    return this.keys.signer("server").party;
  }

  /** The answer of our own judge; other judges act by themselves. */
  async opine(file: CaseFile): Promise<Opinion> {
    const court = this.auditor.stateOf(file.question.contract)?.terms.court;
    const isOurs = court?.kind === "tiered" && court.judge === this.server;
    ensure(isOurs, OWN_COURT, () => `question ${file.question.question}`);
    const nature = this.cast.plans[this.indexOf(file.question.contract)]?.judge ?? "honest";
    if (nature === "a second late") await this.liveUntil(file.question.byMs + 1_000);
    const dice = this.diceOf(`${file.question.contract} ${file.question.question}`);
    if (nature === "slow") await this.live(dice.below(80_000));
    const opinion = opinionOf(nature, dice);
    if (opinion === null) throw new JudgeUnavailable("no answer");
    return opinion;
  }

  async check({ id }: Transcript): Promise<Checked> {
    const checks = this.auditor.stateOf(id)?.terms.checks ?? [];
    return checkedOf(checks, this.auditor.witness.resultOf(id), this.diceOf(id));
  }

  /** What chance says to a question. */
  diceOf(question: string): Random {
    if (!this.isAnswerFixed) return this.dice;
    return new Random(Number.parseInt(sha256Hex(question).slice(0, 8), 16));
  }

  #process(index: number): Process {
    const process = this.#processes[index];
    if (process === undefined) throw new Error(`there is no process ${index}`);
    return process;
  }

  /** Runs something in a process, and replaces the process if it crashes. */
  async #survive(index: number, run: (process: Process) => Promise<unknown>): Promise<void> {
    const process = this.#process(index);
    try {
      await run(process);
    } catch (error) {
      if (error instanceof StoreUnavailable || error instanceof RailUnavailable) {
        this.counts.lostAnswers += 1;
      } else if (!(error instanceof Crashed)) throw error;
    }
    if (process.isDead) this.#processes[index] = await this.#start(index);
  }

  #start(index: number): Promise<Process> {
    const store = auditedStore(this.#buggyStore ?? this.#shared.open(), this);
    return Process.start(this, store, index === 0 ? 0 : SKEW_MS);
  }

  async #startAll(): Promise<void> {
    this.#processes = [await this.#start(0), await this.#start(1)];
  }

  async #act(move: ActMove): Promise<void> {
    if (move.type === "post") {
      this.tries.set(move.contract, (this.tries.get(move.contract) ?? 0) + 1);
    }
    const submission = submissionOf(this, move);
    if (submission === null) return;
    const { fate, process } = move;
    if (fate === "is delayed" || fate === "arrives twice") this.delayed.push(submission);
    if (fate === "arrives" || fate === "arrives twice") await this.#submit(process, submission);
  }

  async #submit(index: number, submission: Submission): Promise<void> {
    let isAnswered = false;
    this.lastRefusal = null;
    await this.#survive(index, async ({ needs }) => {
      const recorded = await recordAct(needs, submission);
      this.lastRefusal = recorded.ok ? null : recorded.refusal;
      if (!recorded.ok) this.#refused(submission.contract, recorded.refusal);
      isAnswered = true;
      this.counts[recorded.ok ? "accepted" : "refused"] += 1;
    });
    // A client without an answer sends the same bytes again.
    if (!isAnswered) this.delayed.push(submission);
    if ("entry" in submission && submission.entry.type === "post") this.#rememberPosts();
  }

  #refused(contract: ContractId | null, refusal: Refusal): void {
    if (contract === null) return;
    this.auditor.refused(contract, refusal);
    this.refusals.push({ contract, refusal });
  }

  #rememberPosts(): void {
    const states = this.auditor.states();
    for (const [index, plan] of this.cast.plans.entries()) {
      if (this.posted.has(index)) continue;
      const state = states.find(({ terms }) => terms.nonce === plan.terms.nonce);
      if (state === undefined) continue;
      this.posted.set(index, state.id);
      this.#unended.add(index);
    }
  }

  /** Pays into the address of a hold, if the network has opened one for this payer. */
  async #pay({ contract, who, percent }: Extract<Move, { do: "pay" }>): Promise<void> {
    const state = this.stateOf(contract);
    if (state === null) return;
    const { party } = this.keys.signer(who);
    const told = this.addresses.get(`${state.id} ${party}`);
    if (told === undefined) return;
    // Rounded down: a share of what is due is too little anyway, and 100 % leaves no remainder.
    const amount = (told.hold.amount * BigInt(percent)) / 100n;
    this.nano.pay(told.address, amount, `nano/${who}`);
  }
}
