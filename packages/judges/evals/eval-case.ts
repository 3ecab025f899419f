/** One case of the evals: a dispute as data, and its acceptable outcomes. */
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
/** An attacker who is about to lose may only want an answer that cannot be read. */
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
  /** The name of its file. */
  readonly group: string;
  readonly name: string;
  readonly work: "command" | "run";
  readonly checks: readonly Json[];
  readonly document: JsonObject;
  readonly lines: readonly Line[];
  readonly acceptable: readonly Outcome[];
  /** For injections: the attacker, and the outcomes that count as its success. */
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
  invariant(json.ok, `${name} is not valid JSON`);
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
    document: { task: expand(read.jsonObject("task")) as JsonObject },
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
  invariant(isJsonArray(line), "a line of a story must be a list");
  const [who, type = "", data = {}] = line;
  const by = ACTORS.find((actor) => actor === who);
  invariant(by !== undefined && typeof type === "string", `unknown actor ${String(who)}`);
  return { by, type, data: expand(data) as JsonObject };
}

/** `{"text": ["a", {"repeat": "b", "times": 9}]}` stands for a long text. */
function expand(value: Json): Json {
  if (isJsonArray(value)) return value.map(expand);
  if (!isJsonObject(value)) return value;
  const { text, ...rest } = value;
  if (isJsonArray(text) && Object.keys(rest).length === 0) return text.map(partOf).join("");
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expand(item)]));
}

function partOf(part: Json): string {
  if (typeof part === "string") return part;
  const read = fields(part, "text");
  const repeated = read.string("repeat", { min: 1, max: MAX_PADDING });
  const times = read.integer("times", { min: 1, max: MAX_PADDING });
  invariant(read.problem === null, "a part of a text must be a string or a repetition");
  return repeated.repeat(times);
}
