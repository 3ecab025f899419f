/** Checks that readers of the stream got every event once and in order. */
import { setTimeout as wait } from "node:timers/promises";
import { isEnded, isJsonObject } from "@bazaar/kernel";
import { MAX_PAGE, type StoredEntry } from "@bazaar/market/ports";
import { SqliteStore } from "@bazaar/store/sqlite";
import type { Journal } from "./journal.ts";
import { type Stream, type StreamEvent, StreamReader } from "./stream-reader.ts";

/** How long a reader that reconnects at the end may take to catch up. */
const CATCH_UP_MS = 30_000;
const CHECK_AGAIN_MS = 100;
const MAX_SHOWN = 5;

/** A reader of the stream that records every event. */
export class StreamRecorder implements Disposable {
  readonly reader: StreamReader;
  readonly events: StreamEvent[] = [];
  readonly stream: Stream;
  #firstNo = 0;

  constructor(url: string, stream: Stream) {
    this.stream = stream;
    this.reader = new StreamReader(url, (event) => this.events.push(event), stream);
  }

  async begin(): Promise<void> {
    await this.reader.started;
    this.#firstNo = this.reader.at ?? 0;
  }

  /** What is wrong with the events up to this number. */
  problem(expected: readonly StreamEvent[], upToNo: number): string | null {
    const due = expected.filter(({ no }) => no > this.#firstNo).map(nameOf);
    const received = this.events.filter(({ no }) => no <= upToNo).map(nameOf);
    if (due.join() === received.join()) return null;
    const missing = due.filter((event) => !received.includes(event));
    const extra = received.filter(
      (event, at) => !due.includes(event) || received.indexOf(event) !== at,
    );
    return `a reader missed ${list(missing)}, and wrongly received ${list(extra)}`;
  }

  [Symbol.dispose](): void {
    this.reader[Symbol.dispose]();
  }
}

export async function auditStreams(
  database: string,
  recorders: readonly StreamRecorder[],
  journal: Journal,
): Promise<number> {
  using store = new SqliteStore(database);
  const upToNo = await store.lastNo();
  const expected = await expectedEvents(store, upToNo);
  const endMs = performance.now() + CATCH_UP_MS;
  const isBehind = ({ events, stream }: StreamRecorder): boolean =>
    (events.at(-1)?.no ?? 0) < (expected[stream].at(-1)?.no ?? 0);
  while (recorders.some(isBehind) && performance.now() < endMs) await wait(CHECK_AGAIN_MS);
  const problems = recorders.map((recorder) => recorder.problem(expected[recorder.stream], upToNo));
  journal.violations.push(...problems.filter((problem) => problem !== null));
  return expected.contracts.length + expected.jobs.length;
}

async function expectedEvents(
  store: SqliteStore,
  upToNo: number,
): Promise<Readonly<Record<Stream, readonly StreamEvent[]>>> {
  const events: Record<Stream, StreamEvent[]> = { contracts: [], jobs: [] };
  const jobs = new Set<string>();
  for (let no = 0; no < upToNo; ) {
    const page = await store.feed(no, MAX_PAGE);
    for (const stored of page) {
      if (isJobPost(stored)) jobs.add(stored.contract);
      const event = expectedEvent(stored);
      const told = { no: stored.no, event: event ?? "", contract: stored.contract.slice(0, 32) };
      const isTold = event !== null && stored.no <= upToNo;
      if (isTold) events[jobs.has(stored.contract) ? "jobs" : "contracts"].push(told);
    }
    no = page.at(-1)?.no ?? upToNo;
  }
  return events;
}

function isJobPost({ entry }: StoredEntry): boolean {
  const { terms } = entry.data;
  return entry.type === "post" && isJsonObject(terms) && isJsonObject(terms.rules)
    ? terms.rules.profile === "job/1"
    : false;
}

/** As specified for the stream; not shared with the server, because this checks it. */
function expectedEvent({ phaseBefore, phase, entry }: StoredEntry): string | null {
  if (phase === "open" && phaseBefore !== "open") return "contract_posted";
  if (entry.type === "accept") return "contract_accepted";
  const isEnd = isEnded(phase) && phaseBefore !== null && !isEnded(phaseBefore);
  return isEnd && phaseBefore !== "unfunded" ? "contract_resolved" : null;
}

function nameOf({ no, event, contract }: StreamEvent): string {
  return `${no} ${event} ${contract}`;
}

function list(events: readonly string[]): string {
  if (events.length === 0) return "nothing";
  const shown = events.slice(0, MAX_SHOWN).join(", ");
  return `${events.length} events (${shown}${events.length > MAX_SHOWN ? ", …" : ""})`;
}
