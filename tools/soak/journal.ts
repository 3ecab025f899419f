/** A record of all acts and their answers, kept apart from the server. */

/** One act, from the first request to the answer. */
export interface ActRecord {
  readonly word: string;
  readonly author: string;
  /** The short id of its contract; a post may learn it from the answer. */
  contract: string;
  /** Its possible entries: more than one if the client restarted and signed again. */
  readonly entries: { readonly seq: number; readonly hash: string }[];
  /** The signatures of its requests, which identify an act without an entry. */
  readonly requests: string[];
  readonly sentMs: number;
  answeredMs: number;
  /** Null until it is answered; 200 is an acknowledgement. */
  status: number | null;
}

export class Journal {
  readonly acts: ActRecord[] = [];
  readonly refusals = new Map<string, number>();
  readonly violations: string[] = [];
  readonly killsMs: number[] = [];
  restarts = 0;
  retries = 0;
  clientRestarts = 0;
  lives = 0;
  jobs = 0;

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

  /** Every known contract, with its acts. */
  byContract(): ReadonlyMap<string, readonly ActRecord[]> {
    return Map.groupBy(
      this.acts.filter(({ contract }) => contract !== ""),
      ({ contract }) => contract,
    );
  }
}
