/** The texts of an entry, one for each field, so that padding one field hides no other. */
import {
  type ActType,
  DECIDING_FIELDS,
  Float,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
} from "@bazaar/kernel";
import type { RecordedEntry } from "../record/read-record.ts";

export interface EntryText {
  readonly seq: number;
  readonly field: string;
  readonly text: string;
}

/** Fields that are shown separately; everything else is shown together. The terms are read by parts. */
const FIELDS: Readonly<Record<Exclude<ActType, "post">, readonly string[]>> = {
  bond: [],
  decline: ["reason"],
  accept: [],
  investigate: ["command"],
  result: ["command", "output"],
  fix: ["fix", "command", "explanation"],
  verify: ["success", "explanation"],
  review_accept: [],
  review_reject: [],
  cancel: [],
  back_out: [],
  halt: ["reason"],
  resume: [],
  dispute_filed: ["argument"],
  dispute_response: ["argument"],
  dispute_reveal: [],
  evidence: [],
  arbiter_accept: [],
  arbiter_decline: [],
  vote: [],
  appeal: ["argument"],
  ask: ["message"],
  answer: ["message"],
  message: ["message"],
  set_account: [],
  funded: [],
  extended: [],
  abandoned: [],
  auto_cancel: [],
  auto_fulfill: [],
  review_opened: [],
  in_absentia: [],
  panel_called: [],
  panel_drawn: [],
  lapsed: [],
  checked: ["verdict"],
  ruling: ["court", "outcome", "reasoning"],
  ruling_final: [],
  voided: [],
  settled: [],
};

/** The output, which is long, comes after what says how to read it. */
const EVIDENCE_FIELDS = ["passed", "is_cut", ...DECIDING_FIELDS];
const TASK_FIELDS = ["command", "error"];

export function entryTexts({ seq, type, data }: RecordedEntry): readonly EntryText[] {
  const texts = type === "post" ? postTexts(data) : actTexts(type, data);
  return texts.map(([field, text]) => ({ seq, field, text }));
}

type Texts = readonly (readonly [string, string])[];

function actTexts(type: keyof typeof FIELDS, data: JsonObject): Texts {
  // The signed message behind an entry repeats its data.
  const { origin: _, evidence, ...rest } = data;
  const shown = fieldTexts("", rest, FIELDS[type]);
  if (evidence === undefined) return shown;
  return isJsonObject(evidence)
    ? [...shown, ...fieldTexts("evidence.", evidence, EVIDENCE_FIELDS)]
    : [...shown, ["evidence", plain(evidence)]];
}

/** Only the parts of the terms that describe the work; times and money do not matter to a ruling. */
function postTexts({ terms }: JsonObject): Texts {
  if (!isJsonObject(terms)) return [];
  const { work, checks, document } = terms;
  const { task, ...rest } = isJsonObject(document) ? document : {};
  const spec = isJsonObject(work) && isJsonObject(work.spec) ? work.spec : {};
  return [
    ...fieldTexts("work.", spec, TASK_FIELDS),
    ["checks", plain(checks ?? null)],
    ...fieldTexts("task.", isJsonObject(task) ? task : {}, TASK_FIELDS),
    ...fieldTexts("document.", rest, []),
  ];
}

function fieldTexts(prefix: string, data: JsonObject, names: readonly string[]): Texts {
  const alone = names.flatMap((name) => {
    const value = data[name];
    return value === undefined ? [] : [[`${prefix}${name}`, plain(value)] as const];
  });
  const others = Object.entries(data).filter(([name]) => !names.includes(name));
  if (others.length === 0) return alone;
  return [...alone, [`${prefix}other`, plain(Object.fromEntries(others))]];
}

/** Text as it is; anything else as JSON without escapes of non-ASCII letters. */
function plain(value: Json): string {
  return typeof value === "string" ? value : jsonText(value);
}

function jsonText(value: Json): string {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Float) return value.value.toString();
  if (isJsonArray(value)) return `[${value.map(jsonText).join(", ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${jsonText(item)}`,
  );
  return `{${members.join(", ")}}`;
}
