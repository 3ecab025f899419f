/**
 * Reads and validates the terms of a `post` entry. Terms are not validated again later, so whatever
 * could make a later act impossible is refused here.
 */
import { isChainJsonLonger } from "../canonical/chain-json.ts";
import { type Fields, fields } from "../canonical/fields.ts";
import { isJsonObject, type Json, type JsonObject } from "../canonical/json.ts";
import { isSameData } from "../canonical/same-data.ts";
import { type Patterns, readCheck, readChecks } from "../check/read-check.ts";
import { TIERS, type TierName } from "../court/ruling.ts";
import { invariant } from "../invariant.ts";
import { formatAmount } from "../money/amount.ts";
import { accept, type Refused, type Result, refuse } from "../refusal.ts";
import { assetProblem, CUSTODY } from "../settlement/custody.ts";
import type { Pot } from "../settlement/pot.ts";
import { readPot } from "./parse-pot.ts";
import {
  MAX_DOCUMENT_LENGTH,
  MAX_POTS,
  NUMBER_RULE_NAMES,
  NUMBER_RULES,
  type NumberRule,
  PROFILES,
  type Rules,
} from "./rules.ts";
import { type CourtTerms, type Group, TERMS_VERSION, type Terms, WORK_KINDS } from "./terms.ts";
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

/** Each version keeps its own parser: what a contract was posted with is always read alike. */
const PARSERS: ReadonlyMap<Json, (json: JsonObject) => Result<Terms>> = new Map([
  [BigInt(TERMS_VERSION), parseVersion1],
]);

export function parseTerms(json: Json | undefined): Result<Terms> {
  const read = fields(json, "terms");
  const version = read.json("version");
  const parse = PARSERS.get(version);
  if (read.problem === null && parse === undefined) {
    read.fault("version", `expected ${TERMS_VERSION}, the only version that this program reads`);
  }
  if (read.problem !== null) return refuse({ code: "malformed_terms", ...read.problem });
  invariant(isJsonObject(json) && parse !== undefined, "terms of a known version have a parser");
  return parse(json);
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

/**
 * Reads terms that `parseTerms` accepts, at another time or place: those of our own store, and those
 * that are decided on next. Costs a small part of validating them.
 */
export function readTerms(json: Json | undefined): Result<Terms> {
  const read = fields(json, "terms");
  const terms = readFields(read, "read");
  if (read.problem !== null) return refuse({ code: "malformed_terms", ...read.problem });
  return accept(terms);
}

function readFields(read: Fields, patterns: Patterns): Terms {
  const court = readCourt(read.object("court"));
  const work = read.object("work");
  return {
    version: 1,
    principal: read.party("principal"),
    platform: read.party("platform"),
    agent: read.optional("agent", (name) => read.party(name)),
    group: read.optional("group", (name) => readGroup(read.object(name))),
    work: { kind: work.oneOf("kind", WORK_KINDS), spec: work.jsonObject("spec") },
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
  if (terms.court.kind === "tiered") {
    const { judge } = terms.court;
    if (judge === terms.principal || judge === terms.agent) {
      read.fault("court.judge", "a party cannot be the judge");
    }
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

/** Refuses combinations that no rail or court supports. */
function unsupported(terms: Terms): Refused | null {
  for (const { rail, schedule, asset, due } of terms.pots) {
    const custody = CUSTODY[rail];
    const no = (because: string): Refused =>
      refuse({ code: "unsupported_terms", dial: "money", value: `${rail}/${schedule}`, because });
    if (!custody.schedules.includes(schedule)) return no(`${rail} cannot hold ${schedule}`);
    if (!custody.courts.includes(terms.court.kind)) {
      return no(`${rail} cannot wait for a ${terms.court.kind} court`);
    }
    const problem = assetProblem(rail, schedule, asset);
    if (problem !== null) return no(problem);
    if (due.principal > custody.maxUnits || due.agent > custody.maxUnits) {
      return no(`${rail} holds at most ${formatAmount(custody.maxUnits, asset)} ${asset.code}`);
    }
  }
  const isPaid = terms.pots.some(({ schedule }) => schedule !== "stake");
  if (terms.court.kind === "tiered" && !isPaid) {
    const because = "a court needs a pot that pays its fees";
    return refuse({ code: "unsupported_terms", dial: "court", value: "tiered", because });
  }
  if (terms.rules.reopens && terms.pots.some(({ schedule }) => schedule === "court-fees")) {
    const because = "a court-fees contract ends when its agent leaves";
    return refuse({ code: "unsupported_terms", dial: "rules", value: "reopens", because });
  }
  return onePayPot(terms.pots);
}

function onePayPot(pots: readonly Pot[]): Refused | null {
  const stakes = pots.filter(({ schedule }) => schedule === "stake").length;
  if (stakes <= 1 && pots.length - stakes <= 1) return null;
  const because = "a contract holds at most one pot that pays and one stake";
  return refuse({
    code: "unsupported_terms",
    dial: "money",
    value: `${pots.length} pots`,
    because,
  });
}

function readGroup(read: Fields): Group {
  return {
    id: read.string("id", { min: 1, max: MAX_NAME }),
    size: read.integer("size", { min: 2, max: MAX_GROUP }),
    kind: read.oneOf("kind", ["race", "redundancy"]),
  };
}

function readCourt(read: Fields): CourtTerms {
  const kind = read.oneOf("kind", ["none", "tiered"]);
  if (kind === "none") return { kind };
  const tiers = read.array("tiers", { min: 1, max: TIERS.length }, (names, at): TierName => {
    const name = names.oneOf(at, TIERS);
    if (TIERS.indexOf(name) !== Number(at)) names.fault(at, "expected the lowest tiers in order");
    return name;
  });
  return { kind, judge: read.party("judge"), tiers };
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
    profile: read.oneOf("profile", PROFILES),
    mode: read.oneOf("mode", ["supervised", "autonomous"]),
    looksFirst: read.boolean("looks_first"),
    reopens: read.boolean("reopens"),
  };
}
