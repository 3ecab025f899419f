/**
 * The document that a principal writes when a command failed, as fix/2 and escrow/1 have it.
 *
 * Every field that is known is checked with its bounds; every other field is kept as it was sent
 * and hashed with the terms. Amounts stay text here: what a currency means is the market's offer.
 */
import { isChainJsonLonger } from "../canonical/chain-json.ts";
import { type Fields, fields } from "../canonical/fields.ts";
import type { Json, JsonObject } from "../canonical/json.ts";
import type { Patterns } from "../check/check-kind.ts";
import type { Check } from "../check/kinds.ts";
import { readChecks, readDocumentCheck } from "../check/read-check.ts";
import {
  MAX_DOCUMENT_LENGTH,
  type Mode,
  NUMBER_RULES,
  type NumberRule,
} from "../contract/rules.ts";
import { accept, type Result, refuse } from "../refusal.ts";
import { readDocumentRules } from "./document-rules.ts";
import { readStatedMoney, type StatedMoney } from "./offered-money.ts";

export interface CommandDocument {
  readonly command: string;
  readonly escrow: StatedMoney | null;
  /** The judge's key as written; null: no court. */
  readonly judge: string | null;
  readonly judgeFee: string | null;
  readonly checks: readonly Check[];
  readonly mode: Mode;
  /** The rules the document sets itself. */
  readonly rules: Partial<Record<NumberRule, number>>;
}

const MAX_TEXT = 50_000;
const MAX_NAME = 200;
const MAX_LIST = 100;

/** Capabilities that are checked; others are kept as they are. */
const CAPABILITIES = ["sudo", "network", "docker"] as const;

const DEFAULT_CHECKS: readonly Check[] = [{ method: "exit_code", expected: 0 }];

/** The document's name of each rule. */
const DOCUMENT_RULES = {
  max_attempts: "maxAttempts",
  investigation_rounds: "investigationRounds",
  investigation_rate: "investigationRateSeconds",
  timeout: "executionSeconds",
  review_window: "reviewSeconds",
} as const satisfies Record<string, NumberRule>;

export function parseDocument(
  json: Json | undefined,
  patterns: Patterns = "check",
): Result<CommandDocument> {
  const read = fields(json, "contract");
  read.optional("version", (name) => read.integer(name, { min: 2, max: 2 }));
  const task = read.object("task");
  const command = task.string("command", { min: 1, max: MAX_TEXT });
  if (command.trim() === "") task.fault("command", "expected a command");
  task.optional("error", (name) => task.string(name, { max: MAX_TEXT }));
  task.optional("type", (name) => task.string(name, { max: MAX_NAME }));
  nested(read, "environment", readEnvironment);
  nested(read, "capabilities", readCapabilities);
  const execution = nested(read, "execution", readExecution);
  const judge = nested(read, "judge", readJudge);
  const terms = nested(read, "terms", readTerms);
  const document: CommandDocument = {
    command,
    escrow: nested(read, "escrow", (escrow) => readStatedMoney(escrow, "bounty")),
    judge: judge?.pubkey ?? null,
    judgeFee: judge?.fee ?? terms?.judgeFee ?? null,
    checks: read.has("verification")
      ? readChecks(read, "verification", patterns, readDocumentCheck)
      : DEFAULT_CHECKS,
    mode: execution?.mode ?? "supervised",
    rules: { ...execution?.rules, ...terms?.rules },
  };
  if (judge?.fee != null && terms?.judgeFee != null && !isSameFee(judge.fee, terms.judgeFee)) {
    read.fault("terms", "judge.fee and terms.judge_fee differ");
  }
  if (read.problem === null && isChainJsonLonger(json as JsonObject, MAX_DOCUMENT_LENGTH)) {
    read.fault("task", `the document is longer than ${MAX_DOCUMENT_LENGTH} characters`);
  }
  if (read.problem !== null) return refuse({ code: "malformed_terms", ...read.problem });
  return accept(document);
}

/** `0.17` and `0.170` are one amount. */
function isSameFee(one: string, other: string): boolean {
  const shortest = (text: string): string =>
    text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
  return shortest(one) === shortest(other);
}

function nested<T>(read: Fields, name: string, inside: (read: Fields) => T): T | null {
  return read.optional(name, () => inside(read.object(name)));
}

function readEnvironment(read: Fields): void {
  for (const name of ["os", "arch"]) {
    read.optional(name, () => read.string(name, { max: MAX_NAME }));
  }
  read.optional("package_managers", (name) =>
    read.array(name, { max: MAX_LIST }, (items, at) => items.string(at, { max: MAX_NAME })),
  );
}

function readCapabilities(read: Fields): void {
  for (const name of CAPABILITIES.filter((known) => read.has(known))) {
    const capability = read.object(name);
    capability.boolean("available");
    capability.optional("scope", (scope) =>
      capability.array(scope, { max: MAX_LIST }, (items, at) =>
        items.string(at, { max: MAX_NAME }),
      ),
    );
  }
}

function readExecution(read: Fields): Pick<CommandDocument, "mode" | "rules"> {
  read.optional("sandbox", (name) => read.boolean(name));
  const rules = readDocumentRules(read, DOCUMENT_RULES);
  const mode = read.optional("mode", (name) => read.oneOf(name, ["supervised", "autonomous"]));
  return { mode: mode ?? "supervised", rules };
}

function readJudge(read: Fields): { pubkey: string | null; fee: string | null } {
  const pubkey = read.optional("pubkey", (name) => read.string(name, { max: MAX_NAME }));
  return {
    pubkey: pubkey === "" ? null : pubkey,
    fee: read.optional("fee", (name) => read.string(name, { max: MAX_NAME })),
  };
}

function readTerms(read: Fields): { judgeFee: string | null; rules: { graceSeconds?: number } } {
  const grace = nested(read, "cancellation", (cancellation) =>
    cancellation.optional("grace_period", (name) =>
      cancellation.integer(name, NUMBER_RULES.graceSeconds),
    ),
  );
  return {
    judgeFee: read.optional("judge_fee", (name) => read.string(name, { max: MAX_NAME })),
    rules: grace === null ? {} : { graceSeconds: grace },
  };
}
