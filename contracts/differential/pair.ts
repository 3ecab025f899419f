/**
 * One contract in the kernel and on the chain, at the same seconds.
 *
 * On the kernel's side, timeouts that only change the phase (a dispute without a response, a fix
 * without a verification) are recorded right after the deadline, as a server would. The chain
 * applies them by itself. Timeouts that end a contract or a seat are moves like any other.
 */
import { contractId, isOverdue, type Role, timeoutAct } from "@bazaar/kernel";
import { PRINCIPAL, SERVER, Story } from "@bazaar/testkit";
import { type Hex, zeroAddress } from "viem";
import { type EscrowTerms, encodeCall, roleNumber } from "../client/escrow-client.ts";
import { type EscrowLog, type Rebuilt, rebuild } from "../client/rebuild.ts";
import { intentData } from "../client/typed-data.ts";
import { CHAIN_PHASE_OF, CHAIN_PHASES, CHAIN_ROLES, CHAIN_ROWS } from "../client/vocabulary.ts";
import { type EscrowChain, NEVER } from "../local-chain/escrow-chain.ts";
import {
  addressOf,
  chainTerms,
  type Deal,
  idOnChain,
  kernelTerms,
  onChain,
  PEOPLE,
  RELAYER,
} from "./deal.ts";
import { DIFFERENCES } from "./differences.ts";
import { actOf, CLOCK_CALLS, callOf, type Move } from "./moves.ts";

const PHASE_TIMEOUTS = ["in_absentia", "review_opened"];

/**
 * The contract's errors for moves that the kernel refuses too. If several reasons apply, the two may
 * name different ones. Any other error would mean that the call itself was wrong.
 */
export const EXPECTED_REFUSALS: readonly string[] = [
  ...["WrongPhase", "NotAParty", "DeadlinePassed", "TooEarly", "OwnContract"],
  ...["ConflictOfInterest", "ReservedFor", "HeldBefore", "SeatsExhausted", "NoCourt"],
  ...["HaltsExhausted", "NotYoursToAnswer", "NotYoursToAppeal", "StaleAnswer"],
];

/** Both results of a move: whether the kernel accepts it, and the chain's error or null. */
export interface Answers {
  readonly kernel: boolean;
  readonly chain: string | null;
}

/** The state that both sides have, in the same words. */
export interface Snapshot {
  readonly phase: string;
  readonly row: string;
  readonly deadline: number;
  readonly agent: string;
  readonly bond: bigint;
  readonly attempts: number;
  readonly rulings: number;
}

/** Facts by name, as text: the log has words, the contract numbers. */
type FactTexts = Readonly<{ [fact: string]: string }>;

function plain(facts: object): FactTexts {
  const words = Object.entries(facts).map(([name, fact]) => {
    if (name === "phase" || name === "haltedIn") return [name, wordOf(CHAIN_PHASES, fact)];
    if (name === "row") return [name, wordOf(CHAIN_ROWS, fact)];
    return [name, String(fact)];
  });
  return Object.fromEntries(words) as FactTexts;
}

function wordOf(words: readonly string[], fact: unknown): string {
  return typeof fact === "number" ? (words[fact] ?? "") : String(fact);
}

export class Pair {
  readonly story: Story;
  readonly id: Hex;
  readonly terms: EscrowTerms;
  readonly #chain: EscrowChain;
  readonly #deal: Deal;
  #question = 0n;
  #rebuilt: Rebuilt | null = null;
  /** The response window closed and the chain has not stored it yet. */
  #isEscalationDue = false;

  private constructor(chain: EscrowChain, deal: Deal, nonce: bigint) {
    const terms = kernelTerms(deal, nonce);
    this.story = new Story(terms);
    this.id = idOnChain(terms);
    this.terms = chainTerms(deal);
    this.#chain = chain;
    this.#deal = deal;
  }

  static async post(chain: EscrowChain, deal: Deal, nonce: bigint): Promise<Pair> {
    const pair = new Pair(chain, deal, nonce);
    const { story, terms } = pair;
    const value = terms.bounty + terms.courtFees.reduce((sum, fee) => sum + fee, 0n);
    const data = encodeCall("post", [onChain(contractId(story.terms)), terms]);
    const { refusal, logs } = await chain.send(terms.principal, data, { value });
    if (refusal !== null) throw new Error(`post was refused: ${refusal.code}`);
    pair.#readLogs(logs);
    story.nowMs = chain.now * 1_000;
    story.act(PRINCIPAL, "post").act(SERVER, "funded");
    return pair;
  }

  /** Moves the kernel's clock, recording the phase timeouts on the way. */
  reach(time: number): void {
    const { story } = this;
    const nowMs = time * 1_000;
    while (isOverdue(story.state, nowMs) && PHASE_TIMEOUTS.includes(timeoutAct(story.state).type)) {
      const { type, data } = timeoutAct(story.state);
      story.nowMs = (story.state.deadline?.atMs ?? nowMs) + 1;
      story.act(SERVER, type, data);
      this.#isEscalationDue = type === "in_absentia";
    }
    story.nowMs = nowMs;
  }

  /** Whether the kernel would accept this move now. */
  isAllowed(move: Move): boolean {
    const { story } = this;
    if (move.call === "escalateDispute") return this.#isEscalationDue;
    if (move.call === "anchorTranscript") return this.#mayAnchor(move);
    if (move.call === "refuseDispute" && move.by !== "oracle") return false;
    // Without a court the chain refuses every halt; the kernel cancels the contract.
    if (move.call === "halt" && !this.#deal.hasCourt) return false;
    const { type, data } = actOf(move, story);
    return story.attempt(this.#author(move), type, data).ok;
  }

  /** Whether the two have different rules for this move, so that it is not made. */
  isLeftOut(move: Move): boolean {
    return DIFFERENCES.some(({ isLeftOut }) => isLeftOut?.(move, this.story) === true);
  }

  /** Makes a move on both sides; on the chain as a relayed intent if `isRelayed`. */
  async perform(move: Move, isRelayed = false): Promise<Answers> {
    const kernel = this.isAllowed(move);
    const time = this.story.nowMs / 1_000;
    const { refusal, logs } = await this.#send(move, time, isRelayed);
    const chain = refusal?.code ?? null;
    this.#readLogs(logs);
    if (kernel && chain === null) this.#record(move);
    return { kernel, chain };
  }

  /** The stored state, and the state rebuilt from events alone. */
  async records(): Promise<{ readonly stored: FactTexts; readonly rebuilt: FactTexts }> {
    const [, life, purse] = await this.#chain.recordOf(this.id);
    if (this.#rebuilt === null) throw new Error("no event was emitted");
    const { terms: _terms, ...rebuilt } = this.#rebuilt;
    const { isAutonomous: _mode, fixSeconds: _seconds, ...stored } = { ...life, ...purse };
    return { stored: plain(stored), rebuilt: plain(rebuilt) };
  }

  async chainSnapshot(): Promise<Snapshot> {
    const [life, purse] = await this.#chain.lifeOf(this.id, this.terms);
    this.#question = life.question;
    return {
      phase: CHAIN_PHASES[life.phase] ?? "",
      row: CHAIN_ROWS[life.row] ?? "",
      deadline: Number(life.deadline),
      agent: life.agent,
      bond: purse.bond,
      attempts: Number(life.attempts),
      rulings: Number(life.rulings),
    };
  }

  kernelSnapshot(): Snapshot {
    const { phase, deadline, seat, outcome, rulings, held } = this.story.state;
    const isEnded = outcome !== null;
    const paidBack = seat === null ? 0n : this.#deposited();
    return {
      phase: CHAIN_PHASE_OF[phase],
      row: outcome?.row ?? "none",
      // Timeouts are recorded a millisecond after their deadline.
      deadline: deadline === null ? 0 : Math.floor(deadline.atMs / 1_000),
      agent: seat === null ? zeroAddress : addressOf(seat.agent),
      bond: isEnded ? paidBack : (held[0]?.agent ?? 0n),
      attempts: seat?.attempts ?? 0,
      rulings: rulings.length,
    };
  }

  /** Each role's share by the kernel's legs, without the bonds of agents that left. */
  kernelShares(): Readonly<Record<string, bigint>> {
    const { legs, state } = this.story;
    const of = (role: Role) =>
      legs
        .filter(({ to }) => to.role === role)
        .filter(({ to }) => role !== "agent" || to.party === state.seat?.agent)
        .reduce((sum, { amount }) => sum + amount, 0n);
    return Object.fromEntries(CHAIN_ROLES.map((role) => [role, of(role)]));
  }

  async chainShares(): Promise<Readonly<Record<string, bigint>>> {
    return { ...(await this.#chain.sharesOf(this.id, this.terms)) };
  }

  /** Claims every share and bond. Returns the problems. */
  async claimAll(): Promise<readonly string[]> {
    const shares = this.kernelShares();
    const problems: string[] = [];
    for (const role of CHAIN_ROLES) {
      if ((shares[role] ?? 0n) === 0n) continue;
      const to = this.#payee(role);
      const data = encodeCall("claim", [this.id, this.terms, roleNumber(role), to]);
      problems.push(await this.#paid(data, to, shares[role] ?? 0n));
    }
    for (const party of this.story.state.formerAgents) {
      const agent = addressOf(party);
      const bond = this.#deposited();
      if (bond === 0n) continue;
      const data = encodeCall("reclaimBond", [this.id, this.terms, agent, agent]);
      problems.push(await this.#paid(data, agent, bond));
    }
    return problems.filter((problem) => problem !== "");
  }

  #readLogs(logs: readonly Omit<EscrowLog, "time">[]): void {
    for (const log of logs) {
      this.#rebuilt = rebuild(this.#rebuilt, { ...log, time: this.#chain.now });
    }
  }

  async #paid(data: Hex, to: `0x${string}`, amount: bigint): Promise<string> {
    const before = await this.#chain.balanceOf(to);
    const { refusal, logs } = await this.#chain.send(PEOPLE.third.account.address, data);
    if (refusal !== null) return refusal.code;
    this.#readLogs(logs);
    const after = await this.#chain.balanceOf(to);
    return after - before === amount ? "" : `${after - before} instead of ${amount}`;
  }

  #payee(role: (typeof CHAIN_ROLES)[number]): `0x${string}` {
    const { seat } = this.story.state;
    if (role === "agent") return seat === null ? zeroAddress : addressOf(seat.agent);
    return this.terms[role];
  }

  async #send(move: Move, time: number, isRelayed: boolean) {
    const { account } = PEOPLE[move.by];
    const value = move.call === "bond" ? this.#deposited() : 0n;
    const call = await this.#callOf(move);
    if (!isRelayed) return this.#chain.send(account.address, call, { time, value });
    const step = BigInt(this.#rebuilt?.step ?? 0);
    const intent = { actor: account.address, step, expiry: NEVER, call };
    const signature = await account.signTypedData(intentData(this.#chain.at, intent));
    // The relayer is not a party; it pays for the bond too.
    const relayed = encodeCall("relay", [intent, signature]);
    return this.#chain.send(RELAYER, relayed, { time, value });
  }

  async #callOf(move: Move): Promise<Hex> {
    if (move.call !== "bond") {
      return callOf(move, { id: this.id, terms: this.terms, question: this.#question });
    }
    const agent = PEOPLE[move.by].account.address;
    const approval = await this.#chain.approve(PEOPLE.platform.account, this.id, agent);
    return encodeCall("bond", [this.id, this.terms, this.#deposited(), NEVER, approval]);
  }

  /** Records a move that both sides accept in the kernel. */
  #record(move: Move): void {
    const { story } = this;
    const { type, data } = actOf(move, story);
    if (move.call === "escalateDispute") {
      this.#isEscalationDue = false;
      return;
    }
    const refused = story.perform(this.#author(move), type, data);
    if (move.call === "anchorTranscript") return;
    if (refused !== null) throw new Error(`${type} was allowed and then refused: ${refused.code}`);
    if (move.call === "bond" && story.phase === "reserved") story.act(SERVER, "funded");
    this.#isEscalationDue = false;
  }

  #author(move: Move) {
    const isServers =
      CLOCK_CALLS.some((call) => call === move.call) || move.call === "refuseDispute";
    return isServers ? SERVER : PEOPLE[move.by].signer;
  }

  /** An anchor is a message in the kernel, which accepts fewer of them than the chain. */
  #mayAnchor({ by }: Move): boolean {
    const { seat } = this.story.state;
    return by === "principal" || PEOPLE[by].signer.party === seat?.agent;
  }

  #deposited(): bigint {
    return this.story.terms.pots[0]?.due.agent ?? 0n;
  }
}
