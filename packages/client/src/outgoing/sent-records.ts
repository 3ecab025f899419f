/**
 * What left this machine for contracts on markets elsewhere: one private file per contract, a line
 * for each act that was sent and for each output that was withheld. The first line names the market.
 * The newest contracts are kept.
 */
import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Said } from "@bazaar/doors/connection";
import {
  type ContractId,
  chainJson,
  fields,
  isJsonObject,
  type JsonObject,
  parseJson,
} from "@bazaar/kernel";
import { readRecord } from "../review/read-record.ts";
import type { Withheld } from "./outgoing.ts";

/** One act that was sent. */
export interface Departure {
  readonly atMs: number;
  readonly act: string;
  /** For people: what it was. */
  readonly what: string;
  /** Of its content, in UTF-8. */
  readonly bytes: number;
}

export interface SentRecord {
  /** Its address; null if the record does not say. */
  readonly market: string | null;
  readonly departures: readonly Departure[];
  readonly withheld: readonly Withheld[];
}

const FILE = /^[0-9a-f]{64}\.jsonl$/;
const PRIVATE = 0o600;
const PRIVATE_DIRECTORY = 0o700;
const MAX_RECORDS = 200;
const MAX_WHAT = 300;
const MAX_OUTPUT = 100_000;

export class SentRecords {
  readonly #directory: string;
  readonly #market: string | null;
  /** Bytes that left since this was opened. */
  bytes = 0;

  /** `market`: where what is added goes. */
  constructor(directory: string, market: string | null = null) {
    this.#directory = directory;
    this.#market = market;
  }

  /** Before it is sent, so that nothing leaves unrecorded. */
  add({ contract, act, data }: Said, atMs: number): void {
    const bytes = Buffer.byteLength(chainJson(data));
    this.bytes += bytes;
    const what = wordsFor(act, data).slice(0, MAX_WHAT).toWellFormed();
    this.#append(contract, { at_ms: BigInt(atMs), act, what, bytes: BigInt(bytes) });
  }

  /** What opens the commitment to an output; it leaves only if the user sends it to a court. */
  keep(contract: ContractId, { commitment, salt, output }: Withheld): void {
    this.#append(contract, { commitment, salt, output });
  }

  contracts(): readonly string[] {
    return this.#names().map((name) => name.slice(0, 64));
  }

  /** Null if there is none; a text if it cannot be read, and why. */
  find(contract: string): SentRecord | string | null {
    const read = readRecord(join(this.#directory, `${contract}.jsonl`));
    if (!read.ok) return read.problem;
    const departures: Departure[] = [];
    const withheld: Withheld[] = [];
    let market: string | null = null;
    for (const line of read.text.split("\n").filter((text) => text !== "")) {
      const json = parseJson(line);
      // A process that was killed may leave half a line at the end.
      if (!json.ok || !isJsonObject(json.value)) continue;
      if (typeof json.value.market === "string") market = json.value.market;
      else if ("salt" in json.value) withheld.push(readWithheld(json.value));
      else departures.push(readDeparture(json.value));
    }
    return { market, departures, withheld };
  }

  /** The market of the only contract that begins with this; null if none or several do. */
  marketOf(prefix: string): string | null {
    const fitting = this.contracts().filter((id) => id.startsWith(prefix));
    const [only] = fitting;
    const record = only === undefined || fitting.length > 1 ? null : this.find(only);
    return record === null || typeof record === "string" ? null : record.market;
  }

  /** Where contracts were posted from here, in no particular order. */
  markets(): readonly string[] {
    const records = this.contracts().map((id) => this.find(id));
    const markets = records.map((record) => (typeof record === "string" ? null : record?.market));
    return [...new Set(markets.filter((market) => typeof market === "string"))];
  }

  #append(contract: ContractId, line: JsonObject): void {
    mkdirSync(this.#directory, { recursive: true, mode: PRIVATE_DIRECTORY });
    const path = join(this.#directory, `${contract}.jsonl`);
    const isNew = statSync(path, { throwIfNoEntry: false }) === undefined;
    if (isNew) this.#makeRoom();
    const lines = isNew && this.#market !== null ? [{ market: this.#market }, line] : [line];
    const text = lines.map((each) => `${chainJson(each)}\n`).join("");
    appendFileSync(path, text, { mode: PRIVATE });
  }

  #makeRoom(): void {
    const paths = this.#names().map((name) => join(this.#directory, name));
    const dated = paths.map((path) => ({ path, ms: statSync(path).mtimeMs }));
    const oldest = dated.toSorted((a, b) => b.ms - a.ms).slice(MAX_RECORDS - 1);
    for (const { path } of oldest) rmSync(path, { force: true });
  }

  #names(): readonly string[] {
    if (statSync(this.#directory, { throwIfNoEntry: false }) === undefined) return [];
    return readdirSync(this.#directory).filter((name) => FILE.test(name));
  }
}

function readDeparture(json: JsonObject): Departure {
  const read = fields(json);
  return {
    atMs: read.integer("at_ms", { max: Number.MAX_SAFE_INTEGER }),
    act: read.string("act", { max: MAX_WHAT }),
    what: read.string("what", { max: MAX_WHAT }),
    bytes: read.integer("bytes", { max: Number.MAX_SAFE_INTEGER }),
  };
}

function readWithheld(json: JsonObject): Withheld {
  const read = fields(json);
  return {
    commitment: read.hex("commitment", 64),
    salt: read.hex("salt", 64),
    output: read.string("output", { max: MAX_OUTPUT }),
  };
}

function wordsFor(act: string, data: JsonObject): string {
  const { command, argument, message, reason } = data;
  switch (act) {
    case "post":
      return "the failed command, its output, the kind of machine and the conditions";
    case "result":
      return `the answer to: ${String(command)}`;
    case "verify":
      return verifyWords(data);
    default: {
      const said = [argument, message, reason].find((text) => typeof text === "string");
      return said === undefined ? "no text" : `the text: ${said}`;
    }
  }
}

function verifyWords({ success, evidence }: JsonObject): string {
  const hasPassed = isJsonObject(evidence) && evidence.passed === true;
  const failed = hasPassed ? "a fix was not taken" : "a fix failed";
  const said = success === true ? "a fix passed" : failed;
  if (!isJsonObject(evidence)) return said;
  const { exit_code, signal, stopped_by, duration_ms, output, tail } = evidence;
  const stop = hasPassed ? "its check passed" : String(signal ?? stopped_by ?? "no run");
  const end = exit_code === undefined ? stop : `exit ${exit_code}`;
  const text = [tail, output].find((value) => typeof value === "string");
  const lines = typeof text === "string" ? text.split("\n").filter((line) => line !== "") : [];
  const time = duration_ms === undefined ? "" : `, at most ${Number(duration_ms) / 1_000} s`;
  return `${said}: ${end}${time}, ${lines.length} ${lines.length === 1 ? "line" : "lines"} of its output`;
}
