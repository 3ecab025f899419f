/** A transcript as a court reads it: the state of the case, and the side that wrote each entry. */
import {
  type ActType,
  actOf,
  actTraits,
  type ContractState,
  invariant,
  type JsonObject,
  judgeOf,
  type Party,
  type Transcript,
  type Verify,
} from "@bazaar/kernel";

/** `market` is the server and its court; `other` is an earlier agent. */
export type Author = "principal" | "agent" | "market" | "other";

export interface RecordedEntry {
  readonly seq: number;
  readonly type: ActType;
  readonly by: Author;
  readonly data: JsonObject;
  /** Since the contract was posted, by the server's clock. */
  readonly afterMs: number;
}

export interface CaseRecord {
  readonly state: ContractState;
  readonly entries: readonly RecordedEntry[];
  /** Where the work of the agent in this case begins. */
  readonly seatSeq: number;
}

/** The market stores only verified entries; `ruleOnTranscript` verifies others. */
export const CHECKED_BEFORE: Verify = () => true;

/** `state` is what the transcript leads to: its signatures and decisions are checked already. */
export function readRecord(transcript: Transcript, state: ContractState): CaseRecord {
  const acts = actsOf(transcript, state);
  const agent = state.seat?.agent ?? lastSeated(acts);
  const postedMs = transcript.receivedAt[0] ?? 0;
  const entries = acts.map(({ type, by, data }, seq) => ({
    seq,
    type,
    by: authorOf(state, agent, by),
    data,
    afterMs: (transcript.receivedAt[seq] ?? postedMs) - postedMs,
  }));
  const seatSeq = entries.find(({ by }) => by === "agent")?.seq ?? entries.length;
  return { state, entries, seatSeq };
}

interface AuthoredAct {
  readonly type: ActType;
  readonly by: string;
  readonly data: JsonObject;
}

function actsOf({ id, entries }: Transcript, { terms }: ContractState): readonly AuthoredAct[] {
  return entries.map((entry) => {
    const act = actOf(entry, { id, platform: terms.platform }, CHECKED_BEFORE);
    invariant(act.ok, `entry ${entry.seq} was replayed but has no author`);
    return act.value;
  });
}

function authorOf({ terms }: ContractState, agent: Party | null, by: string): Author {
  if (by === terms.principal) return "principal";
  if (by === agent) return "agent";
  const judge = judgeOf(terms.court);
  return by === "server" || by === terms.platform || by === judge ? "market" : "other";
}

/** After the end the seat is empty; the case is about the agent who held it last. */
function lastSeated(acts: readonly AuthoredAct[]): Party | null {
  const seated = acts.findLast(({ type }) => actTraits(type).seat === "takes");
  return seated === undefined ? null : (seated.by as Party);
}
