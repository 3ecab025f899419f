/** One case to measure judges by: a dispute in a few lines of data, and what may come of it. */
import { readdirSync, readFileSync } from "node:fs";
import {
  type Fields,
  fields,
  invariant,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  TIER_RULINGS,
} from "@bazaar/kernel";

type Outcome = (typeof TIER_RULINGS)[number];
/** Whoever is about to lose may be content with a court that cannot be understood. */
const WANTED = [...TIER_RULINGS, "unreadable"] as const;
type Wanted = (typeof WANTED)[number];

/** `clock` lets the running window pass. */
const ACTORS = ["principal", "agent", "court", "clock"] as const;

export interface Line {
  readonly by: (typeof ACTORS)[number];
  readonly type: string;
  readonly data: JsonObject;
}

export interface EvalCase {
  /** The file it stands in. */
  readonly group: string;
  readonly name: string;
  readonly work: "command" | "run";
  readonly checks: readonly Json[];
  readonly document: JsonObject;
  readonly lines: readonly Line[];
  readonly acceptable: readonly Outcome[];
  /** For injections: who tries it, and the outcomes that would be its success. */
  readonly attack: { readonly by: string; readonly wants: readonly Wanted[] } | null;
}

const CASES = new URL("./cases/", import.meta.url);
const MAX_CASES = 100;
const MAX_LINES = 60;
const MAX_PADDING = 100_000;

export function loadCases(): readonly EvalCase[] {
  return readdirSync(CASES)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .flatMap((name) => readCases(name, readFileSync(new URL(name, CASES), "utf8")));
}

function readCases(name: string, text: string): readonly EvalCase[] {
  const json = parseJson(text, { duplicateKeys: "refuse" });
  invariant(json.ok, `${name} is no JSON`);
  const read = fields({ cases: json.value }, name);
  const cases = read.array("cases", { min: 1, max: MAX_CASES }, (list, at) =>
    readCase(name.replace(".json", ""), list.object(at)),
  );
  const { problem } = read;
  invariant(problem === null, `${name}: ${problem?.field} ${problem?.problem}`);
  return cases;
}

function readCase(group: string, read: Fields): EvalCase {
  return {
    group,
    name: read.string("name", { min: 1, max: 80 }),
    work: read.optional("work", (name) => read.oneOf(name, ["command", "run"])) ?? "command",
    checks: read.optional("checks", (name) =>
      read.array(name, { min: 1, max: 10 }, (list, at) => list.json(at)),
    ) ?? [{ method: "exit_code", expected: 0n }],
    document: { task: unfold(read.jsonObject("task")) as JsonObject },
    lines: read.array("story", { min: 1, max: MAX_LINES }, (list, at) => readLine(list.json(at))),
    acceptable: readWords(read, "acceptable", TIER_RULINGS),
    attack: read.optional("attack", (name) => {
      const attack = read.object(name);
      const by = attack.oneOf("by", ["principal", "agent"]);
      return { by, wants: readWords(attack, "wants", WANTED) };
    }),
  };
}

function readWords<T extends string>(
  read: Fields,
  name: string,
  words: readonly [T, ...T[]],
): readonly T[] {
  return read.array(name, { min: 1, max: words.length }, (list, at) => list.oneOf(at, words));
}

/** `["agent", "fix", {…}]`, or `["clock"]`. */
function readLine(line: Json): Line {
  invariant(isJsonArray(line), "a line of a story is a list");
  const [who, type = "", data = {}] = line;
  const by = ACTORS.find((actor) => actor === who);
  invariant(by !== undefined && typeof type === "string", `nobody is called ${String(who)}`);
  return { by, type, data: unfold(data) as JsonObject };
}

/** `{"text": ["a", {"repeat": "b", "times": 9}]}` stands for a text too long to write down. */
function unfold(value: Json): Json {
  if (isJsonArray(value)) return value.map(unfold);
  if (!isJsonObject(value)) return value;
  const { text, ...rest } = value;
  if (isJsonArray(text) && Object.keys(rest).length === 0) return text.map(partOf).join("");
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unfold(item)]));
}

function partOf(part: Json): string {
  if (typeof part === "string") return part;
  const read = fields(part, "text");
  const repeated = read.string("repeat", { min: 1, max: MAX_PADDING });
  const times = read.integer("times", { min: 1, max: MAX_PADDING });
  invariant(read.problem === null, "a part of a text is a string or repeats one");
  return repeated.repeat(times);
}
