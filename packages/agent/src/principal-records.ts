/**
 * How principals have treated this agent, in a file of the agent's own: one count per kind of
 * conduct. A contract of a principal with a bad record is not taken. A record that nothing was added
 * to for a month is forgotten.
 */
import { readFileSync, statSync } from "node:fs";
import { writeWhole } from "@bazaar/guard/write-whole";
import { type Fields, fields, parseJson } from "@bazaar/kernel";
import { BadInput } from "@bazaar/terminal/bad-input";
import { CONDUCTS, type Conduct } from "./conduct.ts";

type Counts = Readonly<Record<Conduct, number>>;

interface PrincipalRecord {
  readonly principal: string;
  readonly counts: Counts;
  readonly lastMs: number;
}

const MAX_RECORDS = 1_000;
const MAX_BYTES = 2 ** 20;
const MAX_NAME = 80;
const FORGET_MS = 30 * 86_400_000;
/** One fault may be an accident: a crash, a lost connection, a client that sends no evidence. */
const MIN_FAULTS = 2;
/** Work can be beyond this agent, or its rejections invented: too many and none paid is enough. */
const MIN_REJECTIONS = 5;
const NONE = Object.fromEntries(CONDUCTS.map((conduct) => [conduct, 0])) as Counts;
const FAULTS = {
  lied: "failures without evidence or against it",
  lost_dispute: "lost disputes",
  silent: "times without an answer",
  canceled: "canceled after a fix",
} as const satisfies Partial<Record<Conduct, string>>;
const FAULT_KINDS = Object.keys(FAULTS) as readonly (keyof typeof FAULTS)[];

export class PrincipalRecords {
  readonly #path: string;
  /** In the order of their last change; the first is dropped first. */
  readonly #records: Map<string, PrincipalRecord>;

  /** @throws BadInput if the file cannot be used. */
  constructor(path: string) {
    this.#path = path;
    this.#records = new Map(readRecords(path).map((record) => [record.principal, record]));
  }

  add(principal: string, conduct: Conduct, nowMs: number): void {
    const counts = this.#countsOf(principal, nowMs);
    this.#records.delete(principal);
    this.#records.set(principal, {
      principal,
      counts: { ...counts, [conduct]: counts[conduct] + 1 },
      lastMs: nowMs,
    });
    const [oldest] = this.#records.keys();
    if (this.#records.size > MAX_RECORDS && oldest !== undefined) this.#records.delete(oldest);
    const principals = [...this.#records.values()];
    writeWhole(this.#path, JSON.stringify({ version: 1, principals }));
  }

  /** Why not to work for this principal; null if nothing is wrong. */
  problemWith(principal: string, nowMs: number): string | null {
    const counts = this.#countsOf(principal, nowMs);
    const faults = FAULT_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
    if (faults >= MIN_FAULTS && faults > counts.paid) {
      const kinds = FAULT_KINDS.filter((kind) => counts[kind] > 0);
      return [...kinds.map((kind) => `${FAULTS[kind]}: ${counts[kind]}`), paid(counts)].join(", ");
    }
    if (counts.rejected >= MIN_REJECTIONS && counts.paid === 0) {
      return `rejected: ${counts.rejected}, ${paid(counts)}`;
    }
    return null;
  }

  #countsOf(principal: string, nowMs: number): Counts {
    const record = this.#records.get(principal);
    if (record === undefined || nowMs - record.lastMs > FORGET_MS) return NONE;
    return record.counts;
  }
}

function paid({ paid: count }: Counts): string {
  return `accepted: ${count}`;
}

function readRecords(path: string): readonly PrincipalRecord[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  const bad = (problem: string) => new BadInput(`${path}: ${problem}; move it away to start over`);
  if (!stats.isFile()) throw bad("not a file");
  if (stats.size > MAX_BYTES) throw bad("too large for records of principals");
  const json = parseJson(readFileSync(path, "utf8"), { duplicateKeys: "refuse" });
  if (!json.ok) throw bad("not JSON");
  const read = fields(json.value);
  read.onlyKnown(["version", "principals"]);
  read.integer("version", { min: 1, max: 1 });
  const records = read.array("principals", { max: MAX_RECORDS }, (items, at) =>
    readRecord(items.object(at)),
  );
  if (read.problem !== null) throw bad(`${read.problem.field}: ${read.problem.problem}`);
  return records;
}

function readRecord(read: Fields): PrincipalRecord {
  const max = Number.MAX_SAFE_INTEGER;
  const counts = read.object("counts");
  return {
    principal: read.string("principal", { min: 1, max: MAX_NAME }),
    counts: Object.fromEntries(
      CONDUCTS.map((conduct) => [conduct, counts.integer(conduct, { max })]),
    ) as Counts,
    lastMs: read.integer("lastMs", { max }),
  };
}
