/**
 * Checks everything that reaches the store and the rails against its own books.
 *
 * It decides every stored entry again with the kernel and compares, and counts every unit that
 * comes in and goes out. It shares no code with the market. What does not follow from the kernel
 * is the witness's to check.
 */
import {
  type Act,
  actOf,
  BOND_POT,
  bondsHeld,
  type ContractId,
  type ContractState,
  CUSTODY,
  decide,
  entryTexts,
  GENESIS_HASH,
  isEnded,
  judgeOf,
  type Leg,
  originIdentity,
  type Refusal,
  sha256Hex,
  timeoutAct,
  type Verify,
} from "@bazaar/kernel";
import {
  type CommitAnswer,
  holdAccount,
  type LedgerTransfer,
  type Step,
  type Write,
} from "@bazaar/market/ports";
import { isSame } from "./same.ts";
import { ensure } from "./violation.ts";
import { Witness } from "./witness.ts";
import type { WorldTime } from "./world-time.ts";

interface Book {
  state: ContractState;
  /** The hash of every entry, to sign on an old one. */
  readonly heads: string[];
  readonly legs: Map<string, Leg>;
  readonly origins: Set<string>;
  receivedAtMs: number;
  clock: RunningClock;
}

/** The clock of a contract, in the world's time. */
interface RunningClock {
  readonly startedMs: number;
  readonly windowMs: number;
}

/** The market's time may be this much slower, and its processes this much apart. */
const MAX_SLEW = 0.000_5;
const MAX_APART_MS = 1_000;
/** Beyond this, all gaps of a contract may be more than a day, which it is not due. */
const MAX_ABSENCE_MS = 20 * 3_600_000;

const RULES_HOLD = "every stored entry follows from the rules";
const SAME_STATE = "the stored state is a replay of the transcript";
const SAME_EFFECTS = "only the decided effects are stored";
const CONSERVED = "no unit is made or lost";
const HAS_DEADLINE = "an open contract has a deadline";
const ENDS_STAY = "an ended contract stays ended";
const NO_GAPS = "feed numbers have no gaps";
const IN_ORDER = "time never goes backwards";
const LINKED = "every entry links to the previous one";
const SIGNED = "every entry is signed by its author";
const NAMED_JUDGE = "only the judge of the terms rules";
const ONE_EFFECT = "a signed request has one effect";
const ONE_MESSAGE = "a leg is signed once";
const PAID_ONCE = "a leg is paid once";
const PAID_RIGHT = "the ledger pays the amount and the party that an act orders";
const WHOLE_TIME = "nobody loses time by an outage";
const ANSWERED = "a task ends only when its answer is recorded";

export class Auditor {
  readonly #books = new Map<ContractId, Book>();
  readonly #messages = new Map<string, string>();
  readonly #paid = new Map<string, string>();
  readonly witness = new Witness();
  readonly #decide: typeof decide;
  readonly #verify: Verify;
  readonly #time: WorldTime;
  /** The kinds of clocks that were started. */
  readonly clocks = new Set<string>();
  #lastNo = 0;
  entries = 0;

  /** `rules` may have a planted bug, which only those find who do not decide. */
  constructor(verify: Verify, time: WorldTime, rules: typeof decide = decide) {
    this.#decide = rules;
    this.#verify = verify;
    this.#time = time;
  }

  stateOf(contract: ContractId | undefined): ContractState | null {
    return (contract === undefined ? undefined : this.#books.get(contract)?.state) ?? null;
  }

  /** The chain as it stood `back` entries ago. */
  chainOf(contract: ContractId | undefined, back = 0): { head: string; seq: number } {
    const heads = contract === undefined ? [] : (this.#books.get(contract)?.heads ?? []);
    const seq = Math.max(0, heads.length - back);
    return { head: heads[seq - 1] ?? GENESIS_HASH, seq };
  }

  /** `marketMs` is the market's time now: an act may have waited to be stored. */
  committed(writes: readonly Write[], answers: readonly CommitAnswer[], marketMs: number): void {
    for (const [index, write] of writes.entries()) {
      const answer = answers[index];
      if (answer?.is !== "stored") continue;
      if (write.step === null) continue;
      ensure(answer.no === this.#lastNo + 1, NO_GAPS, () => `${answer.no} after ${this.#lastNo}`);
      this.#lastNo = answer.no;
      const waitedMs = Math.max(0, marketMs - write.step.receivedAtMs);
      this.#stored(write, write.step, this.#time.nowMs - waitedMs);
    }
  }

  #stored(write: Write, step: Step, receivedMs: number): void {
    this.entries += 1;
    const book = this.#books.get(write.contract);
    const before = book?.state ?? null;
    ensure(step.receivedAtMs >= (book?.receivedAtMs ?? 0), IN_ORDER, () => step.entry.type);
    this.#checkLink(write.contract, book, step);
    const platform = before?.terms.platform ?? step.state.terms.platform;
    const act = actOf(step.entry, { id: write.contract, platform }, this.#verify);
    ensure(act.ok, RULES_HOLD, () => `${step.entry.type} has no author`);
    ensure(isByJudge(act.value, before), NAMED_JUDGE, () => `${act.value.by} rules`);
    const { contract, legs: ordered } = write;
    this.witness.saw({ contract, before, step, legs: ordered, by: act.value.by });
    const decided = this.#decide(before, act.value, step.receivedAtMs);
    ensure(
      decided.ok,
      RULES_HOLD,
      () => `${step.entry.type} in ${before?.phase}: ${show(decided)}`,
    );
    const { state, tasks, legs, holds } = decided.value;
    ensure(state.id === write.contract, LINKED, () => "the terms belong to another contract");
    ensure(isSameState(state, step.state), SAME_STATE, () => difference(state, step.state));
    ensure(isSame(tasks, step.tasks), SAME_EFFECTS, () => `tasks after ${step.entry.type}`);
    ensure(isSame(holds, step.holds), SAME_EFFECTS, () => `holds after ${step.entry.type}`);
    ensure(isSame(legs, write.legs), SAME_EFFECTS, () => `legs after ${step.entry.type}`);
    this.#checkMoney(before, state, step, legs);
    this.#checkPayouts(step.payouts, legs);
    if (book !== undefined && isTimeout(book.state, step)) this.#checkTime(book, step.entry.type);
    checkDeadline(before, state);
    const known = this.#write(write.contract, book, state, step, legs);
    const [last, next] = [before?.deadline, state.deadline];
    // Two clocks of different kinds may happen to end at the same time.
    const isRunning = last?.atMs === next?.atMs && last?.kind === next?.kind;
    if (isRunning || step.entry.type === "extended") return;
    const windowMs = (next?.atMs ?? 0) - step.receivedAtMs;
    if (next != null) this.clocks.add(next.kind);
    known.clock = { startedMs: receivedMs, windowMs };
  }

  #checkLink(contract: ContractId, book: Book | undefined, { entry, hash }: Step): void {
    const { head, seq } = this.chainOf(contract);
    ensure(entry.seq === seq && entry.prevHash === head, LINKED, () => `${entry.type} at ${seq}`);
    const texts = entryTexts(entry);
    ensure(sha256Hex(texts.full) === hash, LINKED, () => `the hash of ${entry.type} at ${seq}`);
    const isSigned = this.#verify(entry.author, texts.signed, entry.signature);
    ensure(isSigned, SIGNED, () => `${entry.type} at ${seq}`);
    const { origin } = entry.data;
    if (origin === undefined || book === undefined) return;
    const identity = originIdentity(origin);
    ensure(!book.origins.has(identity), ONE_EFFECT, () => `${entry.type} at ${seq}`);
    book.origins.add(identity);
  }

  /** Per pot: held before + received = held after + paid out. */
  #checkMoney(
    before: ContractState | null,
    after: ContractState,
    step: Step,
    legs: readonly Leg[],
  ): void {
    for (const [pot, { due }] of after.terms.pots.entries()) {
      const held = sumOf(before, pot);
      const left = sumOf(after, pot);
      const taken = step.holds
        .filter((hold) => hold.pot === pot)
        .reduce((sum, { amount }) => sum + amount, 0n);
      const { data, type } = step.entry;
      const side = data.side === "agent" ? "agent" : "principal";
      const arrived = type === "funded" && data.pot === BigInt(pot) ? due[side] : 0n;
      const paid = legs
        .filter((leg) => leg.pot === pot && leg.to.role !== "sender")
        .reduce((sum, { amount }) => sum + amount, 0n);
      ensure(held + taken + arrived === left + paid, CONSERVED, () => {
        return `${type}: ${held} + ${taken} + ${arrived} became ${left} + ${paid}`;
      });
      ensure(!isEnded(after.phase) || left === 0n, CONSERVED, () => `${left} held after the end`);
    }
    this.#checkBonds(before, after, step, legs);
  }

  /** The same for what arbiters hold, which is in no pot of the terms. */
  #checkBonds(
    before: ContractState | null,
    after: ContractState,
    { holds, entry }: Step,
    legs: readonly Leg[],
  ): void {
    const sum = (list: readonly (Leg | Step["holds"][number])[]): bigint =>
      list.filter(({ pot }) => pot === BOND_POT).reduce((total, { amount }) => total + amount, 0n);
    const [held, left] = [before === null ? 0n : bondsHeld(before), bondsHeld(after)];
    ensure(held + sum(holds) === left + sum(legs), CONSERVED, () => `bonds after ${entry.type}`);
    ensure(!isEnded(after.phase) || left === 0n, CONSERVED, () => `${left} of arbiters are held`);
  }

  #checkPayouts(payouts: readonly LedgerTransfer[], legs: readonly Leg[]): void {
    for (const { key, from, to, asset, amount } of payouts) {
      const leg = legs.find((one) => one.key === key);
      ensure(leg !== undefined, PAID_RIGHT, () => `${key} was never ordered`);
      const { account, party, role } = leg.to;
      const isRight =
        CUSTODY[leg.rail].isOnOwnBooks &&
        from === holdAccount(leg.contract, leg.pot) &&
        to === (account ?? party ?? `ledger/${role}`) &&
        asset === leg.asset.code &&
        amount === leg.amount;
      ensure(isRight, PAID_RIGHT, () => `${key}: ${amount} ${asset} from ${from} to ${to}`);
      ensure(!this.#paid.has(key) && !this.#messages.has(key), PAID_ONCE, () => key);
      this.#paid.set(key, "with its act");
    }
  }

  #write(
    contract: ContractId,
    known: Book | undefined,
    state: ContractState,
    step: Step,
    legs: readonly Leg[],
  ): Book {
    const book: Book = known ?? {
      state,
      heads: [],
      legs: new Map(),
      origins: new Set(),
      receivedAtMs: 0,
      clock: { startedMs: 0, windowMs: 0 },
    };
    book.state = state;
    book.heads.push(step.hash);
    book.receivedAtMs = step.receivedAtMs;
    for (const leg of legs) book.legs.set(leg.key, leg);
    this.#books.set(contract, book);
    return book;
  }

  /** An act was refused: if it was too late, then not because of us. */
  refused(contract: ContractId, refusal: Refusal): void {
    const book = this.#books.get(contract);
    if (refusal.code !== "deadline_passed" || book === undefined) return;
    // Another process may have written the timeout since: then that clock no longer runs.
    if (refusal.deadlineMs < book.state.receivedMs) return;
    this.#checkTime(book, "an act");
  }

  /** The whole time of the running clock has passed, times without a market not counted. */
  #checkTime({ state, clock }: Book, what: string): void {
    if (state.absence.totalMs > MAX_ABSENCE_MS) return;
    const live = this.#time.liveSince(clock.startedMs);
    const slackMs = clock.windowMs * MAX_SLEW + (1 + live.breaks) * MAX_APART_MS;
    ensure(live.ms + slackMs > clock.windowMs, WHOLE_TIME, () => {
      return `${what} in ${state.phase}: ${live.ms} ms of ${clock.windowMs}`;
    });
  }

  signed(key: string, message: string): void {
    const earlier = this.#paid.get(key) ?? this.#messages.get(key);
    ensure(earlier === undefined, ONE_MESSAGE, () => `${key}: ${earlier}, then ${message}`);
    this.#messages.set(key, message);
  }

  sent(key: string, message: string): void {
    const earlier = this.#paid.get(key) ?? message;
    ensure(earlier === message, PAID_ONCE, () => `${key}: ${earlier} and ${message}`);
    ensure(
      this.#messages.get(key) === message,
      PAID_ONCE,
      () => `${key}: sent before it was stored`,
    );
    this.#paid.set(key, message);
  }

  /** A question to a court may end only when its answer is recorded or its time is up. */
  finished(
    question: { contract: ContractId; question: number; byMs: number },
    nowMs: number,
  ): void {
    const state = this.stateOf(question.contract);
    const isOpen = state?.phase === "deliberating" || state?.phase === "halted";
    const isWaiting =
      isOpen &&
      state.case?.question === question.question &&
      nowMs <= (state.deadline?.atMs ?? question.byMs);
    ensure(!isWaiting, ANSWERED, () => `question ${question.question} of ${question.contract}`);
  }

  /** Every leg that was ever ordered. */
  legs(): readonly Leg[] {
    return [...this.#books.values()].flatMap(({ legs }) => [...legs.values()]);
  }

  states(): readonly ContractState[] {
    return [...this.#books.values()].map(({ state }) => state);
  }
}

function isTimeout(state: ContractState, { entry }: Step): boolean {
  if (state.deadline === null) return false;
  const timeout = timeoutAct(state);
  return entry.type === timeout.type && isSame(entry.data, timeout.data);
}

/** True for a ruling by the judge of the terms, and for every other act. */
function isByJudge({ type, by }: Act, state: ContractState | null): boolean {
  if (type !== "ruling") return true;
  if (state === null) return false;
  const author = by === "server" ? state.terms.platform : by;
  return judgeOf(state.terms.court) === author;
}

function checkDeadline(before: ContractState | null, after: ContractState): void {
  const hasDeadline = after.deadline !== null;
  ensure(hasDeadline !== isEnded(after.phase), HAS_DEADLINE, () => `${after.phase}`);
  const stays = before === null || !isEnded(before.phase) || before.phase === after.phase;
  ensure(stays, ENDS_STAY, () => `${before?.phase} became ${after.phase}`);
}

function sumOf(state: ContractState | null, pot: number): bigint {
  const held = state?.held[pot];
  return held === undefined ? 0n : held.principal + held.agent;
}

function isSameState(a: ContractState, b: ContractState): boolean {
  return Object.keys(a).length === Object.keys(b).length && differing(a, b).length === 0;
}

/** The terms never change and are hashed into the id, so the ids stand for them. */
function differing(a: ContractState, b: ContractState): readonly string[] {
  return Object.keys(a).filter(
    (name) => name !== "terms" && !isSame(Reflect.get(a, name), Reflect.get(b, name)),
  );
}

function difference(a: ContractState, b: ContractState): string {
  return `${a.phase}: ${differing(a, b).join(", ")} differ`;
}

function show(result: { readonly ok: boolean }): string {
  return "refusal" in result ? JSON.stringify(result.refusal) : "";
}
