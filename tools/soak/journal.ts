/** What clients were answered, recorded apart from the server. */

/** One act from its first sending to its answer. */
export interface ActRecord {
  readonly word: string;
  readonly author: string;
  /** Its contract's short name; a post may learn it from its answer. */
  contract: string;
  /** The entries that may stand for it: more than one where a client forgot and signed again. */
  readonly entries: { readonly seq: number; readonly hash: string }[];
  /** Of every request that asked for it; an act without an entry is known by these. */
  readonly requests: string[];
  readonly sentMs: number;
  answeredMs: number;
  /** Null until it is answered; 200 is an acknowledgement. */
  status: number | null;
}

export class Journal {
  readonly acts: ActRecord[] = [];
  readonly refusals = new Map<string, number>();
  /** What must not happen, in sentences. */
  readonly violations: string[] = [];
  readonly killsMs: number[] = [];
  restarts = 0;
  retries = 0;
  clientRestarts = 0;
  lives = 0;

  begin(act: Pick<ActRecord, "word" | "author" | "contract">): ActRecord {
    const nowMs = performance.now();
    const record = {
      ...act,
      entries: [],
      requests: [],
      sentMs: nowMs,
      answeredMs: 0,
      status: null,
    };
    this.acts.push(record);
    return record;
  }

  answer(record: ActRecord, status: number): void {
    record.status = status;
    record.answeredMs = performance.now();
  }

  refuse(code: string): void {
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
  }

  /** Every contract that anybody was told of, with all that was asked of it. */
  byContract(): ReadonlyMap<string, readonly ActRecord[]> {
    return Map.groupBy(
      this.acts.filter(({ contract }) => contract !== ""),
      ({ contract }) => contract,
    );
  }
}
