/** Checks that readers of the stream got every event once and in order. */
import { setTimeout as wait } from "node:timers/promises";
import { isEnded } from "@bazaar/kernel";
import { MAX_PAGE, type StoredEntry } from "@bazaar/market/ports";
import { SqliteStore } from "@bazaar/store/sqlite";
import type { Journal } from "./journal.ts";
import { type StreamEvent, StreamReader } from "./stream-reader.ts";

/** A reader that comes back at the very end has this long to catch up. */
const CATCH_UP_MS = 30_000;
const LOOK_AGAIN_MS = 100;
const MAX_SHOWN = 5;

/** A reader, and all that it was ever told. */
export class Witness implements Disposable {
  readonly reader: StreamReader;
  readonly events: StreamEvent[] = [];
  #firstNo = 0;

  constructor(url: string) {
    this.reader = new StreamReader(url, (event) => this.events.push(event));
  }

  async begin(): Promise<void> {
    await this.reader.started;
    this.#firstNo = this.reader.at ?? 0;
  }

  /** What is wrong with the events up to this number. */
  problem(expected: readonly StreamEvent[], upToNo: number): string | null {
    const due = expected.filter(({ no }) => no > this.#firstNo).map(nameOf);
    const heard = this.events.filter(({ no }) => no <= upToNo).map(nameOf);
    if (due.join() === heard.join()) return null;
    const missing = due.filter((event) => !heard.includes(event));
    const extra = heard.filter((event, at) => !due.includes(event) || heard.indexOf(event) !== at);
    return `a reader missed ${list(missing)}, and was told ${list(extra)} besides`;
  }

  [Symbol.dispose](): void {
    this.reader[Symbol.dispose]();
  }
}

export async function auditStreams(
  database: string,
  witnesses: readonly Witness[],
  journal: Journal,
): Promise<number> {
  using store = new SqliteStore(database);
  const upToNo = await store.lastNo();
  const expected = await expectedEvents(store, upToNo);
  const lastNo = expected.at(-1)?.no ?? 0;
  const endMs = performance.now() + CATCH_UP_MS;
  const isBehind = ({ events }: Witness): boolean => (events.at(-1)?.no ?? 0) < lastNo;
  while (witnesses.some(isBehind) && performance.now() < endMs) await wait(LOOK_AGAIN_MS);
  const problems = witnesses.map((witness) => witness.problem(expected, upToNo));
  journal.violations.push(...problems.filter((problem) => problem !== null));
  return expected.length;
}

async function expectedEvents(store: SqliteStore, upToNo: number): Promise<readonly StreamEvent[]> {
  const events: StreamEvent[] = [];
  for (let no = 0; no < upToNo; ) {
    const page = await store.feed(no, MAX_PAGE);
    for (const stored of page) {
      const event = expectedEvent(stored);
      const contract = stored.contract.slice(0, 32);
      if (event !== null && stored.no <= upToNo) events.push({ no: stored.no, event, contract });
    }
    no = page.at(-1)?.no ?? upToNo;
  }
  return events;
}

/** As the stream is specified, written down here once more: it is what is being checked. */
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
