/**
 * What this door says beside what was recorded. Ids, times and texts for people differ; every other
 * difference must be among the decided ones, each of which must be met.
 */
import { readFileSync } from "node:fs";
import type { Heard } from "./talker.ts";
import type { Line } from "./transcript.ts";

/** One decision: in which transcripts it is met, in which messages, and what differs in them. */
interface Difference {
  readonly reason: string;
  /** The beginnings of their names; all without it. */
  readonly in?: readonly string[];
  /** A field of the message, by its path: `agents[].verified`. */
  readonly type?: string;
  readonly field?: string;
  readonly recorded?: unknown;
  readonly ours?: unknown;
  /** A recorded message that this door does not send, and how often. */
  readonly missing?: Heard;
  readonly times?: number;
  /** Whose key is admitted before a client of this name connects. */
  readonly admitted?: string;
}

const DIFFERENCES: readonly Difference[] = JSON.parse(
  readFileSync(new URL("differences.json", import.meta.url), "utf8"),
);
/** Matches any value; without a value, there is none. */
const ANY = "*";

const TIMES: ReadonlySet<string> = new Set(
  "ts expires_at registered_at approvedAt uptime_seconds started_at timestamp".split(" "),
);
const IDS: ReadonlySet<string> = new Set(["challenge_id", "agent_id", "request_id", "nonce"]);

export class Met {
  readonly #counts = new Map<Difference, number>();

  add(difference: Difference): void {
    this.#counts.set(difference, (this.#counts.get(difference) ?? 0) + 1);
  }

  /** Those that no transcript has met, or not as often as they say. */
  unmet(): readonly string[] {
    return DIFFERENCES.filter((difference) => {
      const count = this.#counts.get(difference) ?? 0;
      return count === 0 || (difference.times !== undefined && count !== difference.times);
    }).map(({ reason }) => reason);
  }
}

export class Comparison {
  readonly problems: string[] = [];
  readonly #met: Met;
  readonly #decided: readonly Difference[];
  readonly #ourIds = new Map<string, string>();

  constructor(transcript: string, met: Met) {
    this.#met = met;
    this.#decided = DIFFERENCES.filter(
      ({ in: names }) => names?.some((name) => transcript.startsWith(name)) ?? true,
    );
  }

  /** A recorded message with the ids that this door has given instead. */
  inOurIds(message: Heard): Heard {
    let text = JSON.stringify(message);
    for (const [recorded, ours] of this.#ourIds) text = text.replaceAll(recorded, ours);
    return JSON.parse(text);
  }

  admittedAt(client: string): string | null {
    const found = this.#decided.find(({ admitted }) => admitted === client);
    if (found !== undefined) this.#met.add(found);
    return found?.admitted ?? null;
  }

  /** Whether `ours` stands for the recorded message; it does not if that one is not sent here. */
  heard(recorded: Heard, ours: Heard | undefined): boolean {
    if (ours?.type !== recorded.type && this.#isMissing(recorded)) return false;
    if (ours === undefined) this.problems.push(`not sent: ${JSON.stringify(recorded)}`);
    else this.#message(recorded, ours);
    return ours !== undefined;
  }

  extra(client: string, message: Heard): void {
    this.problems.push(`not recorded: ${client} got ${JSON.stringify(message)}`);
  }

  closed(recorded: object, ours: object): void {
    if (JSON.stringify(recorded) !== JSON.stringify(ours)) {
      this.problems.push(`closed with ${JSON.stringify(ours)}, not ${JSON.stringify(recorded)}`);
    }
  }

  answered(
    asked: string,
    recorded: Line["res"],
    ours: { readonly status: number; readonly type: string | null; readonly body: string },
  ): void {
    const type = recorded?.headers["content-type"];
    if (recorded?.status !== ours.status) this.problems.push(`${asked}: status ${ours.status}`);
    if (type === undefined) {
      if (recorded?.body !== ours.body) this.problems.push(`${asked}: ${ours.body}`);
      return;
    }
    if (type !== ours.type) this.problems.push(`${asked}: ${ours.type}`);
    this.#message(JSON.parse(recorded?.body ?? ""), JSON.parse(ours.body));
  }

  #isMissing(recorded: Heard): boolean {
    const found = this.#decided.find(
      ({ missing }) =>
        missing !== undefined &&
        Object.entries(missing).every(([name, value]) => recorded[name] === value),
    );
    if (found !== undefined) this.#met.add(found);
    return found !== undefined;
  }

  #message(recorded: Heard, ours: Heard): void {
    this.#noteIds(recorded, ours);
    const isText = (name: string): boolean =>
      name === "disclaimer" || (name === "content" && recorded.from === "@server");
    const [known, said] = [this.inOurIds(recorded), ours].map((message) =>
      leaves(message, (name) => TIMES.has(name) || isText(name)),
    );
    for (const path of new Set([...(known?.keys() ?? []), ...(said?.keys() ?? [])])) {
      const [before, now] = [known?.get(path), said?.get(path)];
      if (JSON.stringify(before) === JSON.stringify(now)) continue;
      if (this.#isDecided(recorded.type, path.replaceAll(/\[\d+\]/g, "[]"), before, now)) continue;
      this.problems.push(
        `${recorded.type} ${path}: ${now}, not ${before}, in ${JSON.stringify(ours)}`,
      );
    }
  }

  #isDecided(type: unknown, field: string, recorded: unknown, ours: unknown): boolean {
    const is = (decided: unknown, value: unknown): boolean => decided === ANY || decided === value;
    const found = this.#decided.find(
      (each) =>
        each.field === field &&
        each.type === type &&
        is(each.recorded, recorded) &&
        is(each.ours, ours),
    );
    if (found !== undefined) this.#met.add(found);
    return found !== undefined;
  }

  #noteIds(recorded: Heard, ours: Heard): void {
    for (const [name, id] of Object.entries(recorded)) {
      const isNew = IDS.has(name) && !this.#ourIds.has(String(id));
      if (!isNew || id === ours[name] || typeof ours[name] !== "string") continue;
      this.#ourIds.set(String(id), ours[name]);
    }
  }
}

/** Every value in a message by its path; of times and texts for people, what kind it is. */
function leaves(
  value: unknown,
  isFree: (name: string) => boolean,
  path = "",
  found = new Map<string, unknown>(),
): ReadonlyMap<string, unknown> {
  if (typeof value !== "object" || value === null) {
    const name = path.split(".").at(-1) ?? "";
    found.set(path, isFree(name) ? typeof value : value);
    return found;
  }
  if (Object.keys(value).length === 0) found.set(path, Array.isArray(value) ? "[]" : "{}");
  for (const [name, inner] of Object.entries(value)) {
    const below = Array.isArray(value)
      ? `${path}[${name}]`
      : path === ""
        ? name
        : `${path}.${name}`;
    leaves(inner, isFree, below, found);
  }
  return found;
}
