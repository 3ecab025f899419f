/**
 * Reads and validates the terms of a `post` entry. Terms are not validated again later, so whatever
 * could make a later act impossible is refused here.
 */
import { isChainJsonLonger } from "../canonical/chain-json.ts";
import { type Fields, fields } from "../canonical/fields.ts";
import { isJsonObject, type Json, type JsonObject } from "../canonical/json.ts";
import { isSameData } from "../canonical/same-data.ts";
import type { Patterns } from "../check/check-kind.ts";
import { readCheck, readChecks } from "../check/read-check.ts";
import { judgeOf, readCourt } from "../court/courts.ts";
import { invariant } from "../invariant.ts";
import { PROFILE_NAMES } from "../profiles/names.ts";
import { accept, type Refused, type Result, refuse } from "../refusal.ts";
import { readPot } from "./parse-pot.ts";
import {
  MAX_DOCUMENT_LENGTH,
  MAX_POTS,
  NUMBER_RULE_NAMES,
  NUMBER_RULES,
  type NumberRule,
  type Rules,
} from "./rules.ts";
import { unsupported } from "./supported-terms.ts";
import {
  type Group,
  MAX_TASK_SECONDS,
  TERMS_VERSION,
  type Terms,
  WORK_KINDS,
  type Work,
} from "./terms.ts";
import { termsJson } from "./terms-json.ts";

const MAX_GROUP = 100;
const MAX_NAME = 200;

const KNOWN = [
  "version",
  "principal",
  "platform",
  "agent",
  "group",
  "work",
  "checks",
  "court",
  "pots",
  "rules",
  "nonce",
  "document",
] as const;

interface Version {
  readonly parse: (json: JsonObject) => Result<Terms>;
  readonly read: (json: JsonObject) => Result<Terms>;
}

/** Each version keeps its own parser: what a contract was posted with is always read alike. */
const VERSIONS: ReadonlyMap<Json, Version> = new Map([
  [BigInt(TERMS_VERSION), { parse: parseVersion1, read: readVersion1 }],
]);

export function parseTerms(json: Json | undefined): Result<Terms> {
  return byVersion(json, "parse");
}

/**
 * Reads terms that `parseTerms` accepts, at another time or place: those of our own store, and those
 * that are decided on next. Costs a small part of validating them.
 */
export function readTerms(json: Json | undefined): Result<Terms> {
  return byVersion(json, "read");
}

function byVersion(json: Json | undefined, how: keyof Version): Result<Terms> {
  const read = fields(json, "terms");
  const version = VERSIONS.get(read.json("version"));
  if (read.problem === null && version === undefined) {
    read.fault("version", `expected ${TERMS_VERSION}, the only version that this program reads`);
  }
  if (read.problem !== null) return refuse({ code: "malformed_terms", ...read.problem });
  invariant(isJsonObject(json) && version !== undefined, "terms of a known version have a parser");
  return version[how](json);
}

function parseVersion1(json: JsonObject): Result<Terms> {
  const read = fields(json, "terms");
  // Everything that is hashed must be understood; unknown fields belong into the document.
  read.onlyKnown(KNOWN);
  const terms = readFields(read, "check");
  checkTogether(read, terms);
  if (read.problem !== null) return refuse({ code: "malformed_terms", ...read.problem });
  return misspelled(terms, json) ?? unsupported(terms) ?? accept(terms);
}

function readVersion1(json: JsonObject): Result<Terms> {
  const read = fields(json, "terms");
  const terms = readFields(read, "read");
  if (read.problem !== null) return refuse({ code: "malformed_terms", ...read.problem });
  return accept(terms);
}

function readFields(read: Fields, patterns: Patterns): Terms {
  const court = readCourt(read.object("court"));
  return {
    version: 1,
    principal: read.party("principal"),
    platform: read.party("platform"),
    agent: read.optional("agent", (name) => read.party(name)),
    group: read.optional("group", (name) => readGroup(read.object(name))),
    work: readWork(read.object("work")),
    checks: readChecks(read, "checks", patterns, readCheck),
    court,
    pots: read.array("pots", { max: MAX_POTS }, (pots, at) => readPot(pots, at, court)),
    rules: readRules(read.object("rules")),
    nonce: read.hex("nonce", 64),
    document: read.jsonObject("document"),
  };
}

function checkTogether(read: Fields, terms: Terms): void {
  if (terms.agent === terms.principal) read.fault("agent", "the principal cannot be the agent");
  const judge = judgeOf(terms.court);
  if (judge !== null && (judge === terms.principal || judge === terms.agent)) {
    read.fault("court.judge", "a party cannot be the judge");
  }
  if (read.problem !== null) return;
  for (const [field, value] of [
    ["document", terms.document],
    ["work", terms.work.spec],
  ] as const) {
    if (isChainJsonLonger(value, MAX_DOCUMENT_LENGTH)) {
      read.fault(field, `longer than ${MAX_DOCUMENT_LENGTH} characters`);
    }
  }
}

/** Equal terms have one spelling, and so one id: no spare zeros, no unknown fields. */
function misspelled(terms: Terms, json: JsonObject): Refused | null {
  const expected = termsJson(terms);
  const field = KNOWN.find((name) => !isSameData(json[name], expected[name]));
  if (field === undefined) return null;
  const problem = "expected every field once, amounts in their shortest form, nothing unknown";
  return refuse({ code: "malformed_terms", field: `terms.${field}`, problem });
}

function readWork(read: Fields): Work {
  const kind = read.oneOf("kind", WORK_KINDS);
  const spec = read.jsonObject("spec");
  if (kind !== "task") return { kind, spec };
  const expiresSeconds = read.optional("expires_seconds", (name) =>
    read.integer(name, { min: 1, max: MAX_TASK_SECONDS }),
  );
  return { kind, spec, expiresSeconds };
}

function readGroup(read: Fields): Group {
  return {
    id: read.string("id", { min: 1, max: MAX_NAME }),
    size: read.integer("size", { min: 2, max: MAX_GROUP }),
    kind: read.oneOf("kind", ["race", "redundancy"]),
  };
}

function readRules(read: Fields): Rules {
  const numbers = Object.fromEntries(
    NUMBER_RULE_NAMES.map((name) => [
      name,
      read.integer(NUMBER_RULES[name].wire, NUMBER_RULES[name]),
    ]),
  ) as Record<NumberRule, number>;
  return {
    ...numbers,
    profile: read.oneOf("profile", PROFILE_NAMES),
    mode: read.oneOf("mode", ["supervised", "autonomous"]),
    looksFirst: read.boolean("looks_first"),
    reopens: read.boolean("reopens"),
  };
}
