/**
 * Rebuilds a contract's stored state from its events alone.
 *
 * An indexer needs only the log: each event and the time of its block. A timeout that passed before
 * an act is applied first, as the contract does.
 */
import { type Address, decodeEventLog, type Hex, zeroAddress } from "viem";
import { fixEscrowAbi } from "./abi.ts";
import type { EscrowTerms } from "./escrow-client.ts";
import { CHAIN_PHASES, CHAIN_ROWS, type ChainPhase, type ChainRow } from "./vocabulary.ts";

export interface EscrowLog {
  readonly topics: readonly [Hex, ...Hex[]];
  readonly data: Hex;
  /** The time of its block, in seconds. */
  readonly time: number;
}

export interface Rebuilt {
  readonly terms: EscrowTerms;
  readonly phase: ChainPhase;
  readonly row: ChainRow;
  readonly agent: Address;
  readonly deadline: number;
  readonly step: number;
  readonly attempts: number;
  readonly seats: number;
  readonly restarts: number;
  readonly question: number;
  readonly rulings: number;
  /** The contract's number of the ruling; 0 is none. */
  readonly ruling: number;
  /** 0 is the principal, 1 the agent. */
  readonly filer: number;
  readonly leader: number;
  readonly isAnswered: boolean;
  readonly bond: bigint;
  readonly graceEnds: number;
  readonly haltedAt: number;
  readonly secondsLeft: number;
  readonly haltedIn: ChainPhase;
  /** One bit for each role that has claimed its share. */
  readonly claimed: number;
}

const EMPTY_PURSE = {
  bond: 0n,
  graceEnds: 0,
  haltedAt: 0,
  secondsLeft: 0,
  haltedIn: "none",
  claimed: 0,
} as const;

const NO_CASE = { filer: 0, leader: 0, isAnswered: false } as const;

const WINDOWS = {
  pickup: 30,
  turn: 120,
  grace: 30,
  verification: 120,
  contest: 30,
  response: 30,
  ruling: 60,
  appeal: 30,
} as const;
const MAX_AGENTS = 10;
const TIERS = 3;

/** The state after one more event; null before the first. */
export function rebuild(state: Rebuilt | null, log: EscrowLog): Rebuilt | null {
  const { topics, data, time } = log;
  const event = decodeEventLog({ abi: fixEscrowAbi, topics: [...topics], data });
  if (event.eventName === "Posted") return posted(event.args.terms, time);
  if (state === null) return null;
  // These may come at any time and do not store timeouts that have passed.
  const keepsTimeouts =
    event.eventName === "TranscriptAnchored" || event.eventName === "BondReclaimed";
  return after(keepsTimeouts ? state : withTimeout(state, time), event, time);
}

type Event = ReturnType<typeof decodeEventLog<typeof fixEscrowAbi>>;

function posted(terms: EscrowTerms, time: number): Rebuilt {
  return {
    ...{ terms, phase: "open", row: "none", agent: zeroAddress, deadline: time + WINDOWS.pickup },
    ...{ step: 1, attempts: 0, seats: 0, restarts: 0, question: 0, rulings: 0, ruling: 0 },
    ...NO_CASE,
    ...EMPTY_PURSE,
  };
}

/** Opens the review if the verification is overdue. */
function withTimeout(state: Rebuilt, time: number): Rebuilt {
  if (state.phase !== "verifying" || time <= state.deadline) return state;
  return { ...state, phase: "review", deadline: state.deadline + state.terms.reviewSeconds };
}

function after(state: Rebuilt, event: Event, time: number): Rebuilt {
  const enter = (phase: ChainPhase, window: number, changes: Partial<Rebuilt> = {}): Rebuilt => ({
    ...state,
    ...{ phase, deadline: time + window, step: state.step + 1 },
    ...changes,
  });
  const { terms } = state;
  switch (event.eventName) {
    case "Bonded": {
      const { agent, bond } = event.args;
      const seated = { agent, seats: state.seats + 1, restarts: 0, ...EMPTY_PURSE, bond };
      return enter("investigating", WINDOWS.turn, seated);
    }
    case "SeatLeft": {
      const window = state.seats < MAX_AGENTS ? WINDOWS.pickup : 0;
      return enter("open", window, { agent: zeroAddress, ...EMPTY_PURSE });
    }
    case "Accepted":
      return enter("in_progress", WINDOWS.turn, { restarts: 0, graceEnds: time + WINDOWS.grace });
    case "FixSubmitted":
      return terms.isAutonomous
        ? enter("review", terms.reviewSeconds, { restarts: 0 })
        : enter("verifying", terms.executionSeconds + WINDOWS.verification, { restarts: 0 });
    case "Verified": {
      if (event.args.success) return state;
      const attempts = state.attempts + 1;
      if (attempts < terms.maxAttempts) return enter("in_progress", WINDOWS.turn, { attempts });
      return contested({ ...state, attempts }, enter("contest", WINDOWS.contest, { attempts }));
    }
    case "ReviewRejected":
      return contested(state, enter("contest", WINDOWS.contest));
    case "Settled": {
      const row = CHAIN_ROWS[event.args.row] ?? "none";
      return { ...state, row, phase: endOf(row), deadline: 0, step: state.step + 1 };
    }
    case "Claimed":
      return { ...state, claimed: state.claimed | (1 << event.args.role) };
    case "TranscriptAnchored": {
      const restarts = Number(event.args.restarts);
      return restarts > state.restarts ? enter(state.phase, WINDOWS.turn, { restarts }) : state;
    }
    default:
      return inCourt(state, event, time, enter);
  }
}

function inCourt(
  state: Rebuilt,
  event: Event,
  time: number,
  enter: (phase: ChainPhase, window: number, changes?: Partial<Rebuilt>) => Rebuilt,
): Rebuilt {
  switch (event.eventName) {
    case "DisputeFiled":
    case "Appealed": {
      const { side, question } = event.args;
      const filer = event.eventName === "Appealed" ? state.filer : side;
      const asked = { filer, leader: side, isAnswered: false, question: Number(question) };
      return enter("await_response", WINDOWS.response, asked);
    }
    case "DisputeAnswered":
      return state.phase === "halted"
        ? { ...state, isAnswered: true, step: state.step + 1 }
        : enter("disputed", WINDOWS.ruling, { isAnswered: true });
    case "DisputeEscalated":
      return {
        ...state,
        ...{ phase: "disputed", deadline: state.deadline + WINDOWS.ruling, step: state.step + 1 },
      };
    case "Ruled": {
      const ruled = { rulings: state.rulings + 1, ruling: event.args.ruling };
      // The last tier's ruling is final: the end follows in the same transaction.
      if (ruled.rulings === TIERS) return { ...state, ...ruled };
      return enter("ruled", WINDOWS.appeal, ruled);
    }
    case "Halted": {
      const secondsLeft = state.deadline - time;
      const stopped = { haltedAt: time, secondsLeft, haltedIn: state.phase };
      const asked = { ...NO_CASE, question: Number(event.args.question) };
      return enter("halted", WINDOWS.ruling, { ...stopped, ...asked });
    }
    case "Resumed": {
      const graceEnds = state.graceEnds + time - state.haltedAt;
      return enter(state.haltedIn, state.secondsLeft, { ...NO_CASE, graceEnds });
    }
    default:
      // A refusal is followed by `Settled`; a reclaimed bond is not part of the state.
      return state;
  }
}

/** Without a court the contract ends at once, by an event of its own. */
function contested(state: Rebuilt, contest: Rebuilt): Rebuilt {
  return state.terms.oracle === zeroAddress ? state : contest;
}

function endOf(row: ChainRow): ChainPhase {
  if (row === "fulfilled" || row === "voided") return row;
  return row.startsWith("ruled") ? "resolved" : "canceled";
}

/** The contract's number of a phase. */
export function phaseNumber(phase: ChainPhase): number {
  return CHAIN_PHASES.indexOf(phase);
}
