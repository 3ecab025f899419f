/** `oa.code_chunk_analysis.v1`: a summary of a part of a file, its symbols, and what may be wrong with it. */
import { type Fields, fields } from "../../canonical/fields.ts";
import type { Json } from "../../canonical/json.ts";
import type { NamedCheck } from "../named-check.ts";
import { openStep, step } from "../step.ts";
import { unitValue } from "./unit-value.ts";

export const CHUNK_ANALYSIS = "oa.code_chunk_analysis.v1";

export interface ChunkLimits {
  readonly startLine: number;
  readonly endLine: number;
  readonly maxSummaryLength: number;
  readonly maxSymbols: number;
  readonly maxFaults: number;
  readonly maxNextProbes: number;
}

const MAX_LINE = 100_000_000;
const MAX_ITEMS = 1_000;
const MAX_SUMMARY = 50_000;
const MAX_WORDS = 10_000;
const MAX_NAME = 1_000;
const LEVELS = ["low", "medium", "high"] as const;

export function readChunkLimits(read: Fields): ChunkLimits {
  const items = (name: string) => read.integer(name, { max: MAX_ITEMS });
  const limits = {
    startLine: read.integer("start_line", { min: 1, max: MAX_LINE }),
    endLine: read.integer("end_line", { min: 1, max: MAX_LINE }),
    maxSummaryLength: read.integer("max_summary_length", { min: 1, max: MAX_SUMMARY }),
    maxSymbols: items("max_symbols"),
    maxFaults: items("max_faults"),
    maxNextProbes: items("max_next_probes"),
  };
  if (limits.startLine > limits.endLine) read.fault("end_line", "before start_line");
  return limits;
}

export function chunkLimitsJson(limits: ChunkLimits): Readonly<Record<string, bigint>> {
  return {
    start_line: BigInt(limits.startLine),
    end_line: BigInt(limits.endLine),
    max_summary_length: BigInt(limits.maxSummaryLength),
    max_symbols: BigInt(limits.maxSymbols),
    max_faults: BigInt(limits.maxFaults),
    max_next_probes: BigInt(limits.maxNextProbes),
  };
}

export function chunkSteps(limits: ChunkLimits, payload: Json): readonly NamedCheck[] {
  const read = fields(payload, "payload");
  const summary = read.string("summary", { min: 1, max: MAX_SUMMARY });
  const symbols = listOf(read, "symbols", readSymbol);
  const faults = listOf(read, "suspected_faults", readFault);
  const probes = listOf(read, "recommended_next_probes", readProbe);
  if (unitValue(read.json("confidence")) === null) read.fault("confidence", "expected 0 to 1");
  if (read.problem !== null) {
    const because = "the payload is not valid";
    return [
      step("schema_valid", `${read.problem.field}: ${read.problem.problem}`),
      openStep("lines_valid", because),
      openStep("limits_respected", because),
    ];
  }
  const outside = [...symbols, ...faults].find(
    (line) => line < limits.startLine || line > limits.endLine,
  );
  const isWithin =
    summary.length <= limits.maxSummaryLength &&
    symbols.length <= limits.maxSymbols &&
    faults.length <= limits.maxFaults &&
    probes.length <= limits.maxNextProbes;
  return [
    step("schema_valid", null),
    step("lines_valid", outside === undefined ? null : `line ${outside} is not in the chunk`),
    step("limits_respected", isWithin ? null : "more than the job allows"),
  ];
}

function listOf<T>(read: Fields, name: string, readItem: (item: Fields) => T): readonly T[] {
  return read.array(name, { max: MAX_ITEMS }, (items, at) => readItem(items.object(at)));
}

function readSymbol(item: Fields): number {
  item.onlyKnown(["name", "kind", "line", "description"]);
  item.string("name", { min: 1, max: MAX_NAME });
  item.string("kind", { min: 1, max: MAX_NAME });
  item.optional("description", (name) => item.string(name, { max: MAX_WORDS }));
  return lineOf(item);
}

function readFault(item: Fields): number {
  item.onlyKnown(["line", "severity", "description", "suggestion"]);
  item.oneOf("severity", LEVELS);
  item.string("description", { min: 1, max: MAX_WORDS });
  item.optional("suggestion", (name) => item.string(name, { max: MAX_WORDS }));
  return lineOf(item);
}

/** A probe is in another file, of which nothing is known here. */
function readProbe(item: Fields): string {
  item.onlyKnown(["path", "reason", "priority"]);
  item.string("reason", { min: 1, max: MAX_WORDS });
  item.optional("priority", (name) => item.oneOf(name, LEVELS));
  return item.string("path", { min: 1, max: MAX_NAME });
}

function lineOf(item: Fields): number {
  return item.integer("line", { min: 1, max: MAX_LINE });
}
