/** What is wrong with the input of a purchase, in the words of the options that it was given in. */
import { requestedChecks } from "@bazaar/client";
import type { MarketRefusal } from "@bazaar/doors/connection";
import { type Check, globProblem, type JsonObject, type Problem } from "@bazaar/kernel";
import { BadInput } from "@bazaar/terminal";
import { moneyWords } from "../money-words.ts";
import { momentWords } from "./moment-words.ts";

/** Where a person gave each field of a request. */
export const GIVEN_AS: Readonly<Record<string, string>> = {
  title: "--issue",
  body: "--issue",
  test_command: "--test",
  verification_commands: "--verify",
  allowed_paths: "--allow",
  except: "--allow",
  disallowed_paths: "--deny",
  protected_paths: "--protect",
  diff: "--diff",
  focus: "--focus",
  depth: "--depth",
  index_types: "--types",
  commands: "the command",
  prompt: "the prompt",
  max_length: "--max-length",
  idempotency_key: "--idempotency-key",
};

/** Before anything is sent. @throws BadInput */
export function checksOf(
  schemaId: string,
  payload: JsonObject,
  givenAs: Readonly<Record<string, string>>,
): readonly Check[] {
  const checks = requestedChecks(schemaId, payload);
  if ("wrong" in checks) throw new BadInput(wordsOf(checks.wrong, givenAs));
  return checks;
}

/** @throws BadInput */
export function refuseBadGlobs(option: string, patterns: readonly string[]): void {
  for (const pattern of patterns) {
    const problem = globProblem(pattern);
    if (problem !== null) throw new BadInput(`${option}: the pattern "${pattern}" ${problem}`);
  }
}

/** Of the names in a field, the last one that an option has. */
function wordsOf({ field, problem }: Problem, givenAs: Readonly<Record<string, string>>): string {
  const names = field.match(/[a-z_0-9]+/gi) ?? [];
  const name = names.findLast((one) => Object.hasOwn(givenAs, one));
  if (name !== undefined) return `${givenAs[name]}: ${problem}`;
  const inside = field.replace(/^(?:job\.)?payload\.?/, "");
  return `the request: ${inside === "" ? "" : `${inside}: `}${problem}`;
}

/** A market's refusal, with what a buyer can do about it. `faucet`: why it gave no test money. */
export function refusalWords(
  { code, detail, facts }: MarketRefusal,
  faucet: MarketRefusal | null = null,
): string {
  const { needed, available, asset, dial, because } = facts;
  if (code === "insufficient_funds" && typeof needed === "string") {
    const [needs, has] = [needed, String(available)].map((one) => moneyWords(one, String(asset)));
    return `${needs} are needed and this key has ${has}${faucetWords(faucet)}; lower --sats, or use another --key`;
  }
  if (code === "unsupported_terms" && dial === "court") return `--judge: ${String(because)}`;
  if (code === "key_reused") {
    return "--idempotency-key: another job was posted under this key; choose another";
  }
  return detail;
}

function faucetWords(refused: MarketRefusal | null): string {
  if (refused === null) return "";
  if (refused.code === "no_faucet") return "; this market gives no test money";
  const { readyAtMs } = refused.facts;
  return typeof readyAtMs === "bigint" && refused.code === "too_early"
    ? `; this market gives test money again at ${momentWords(Number(readyAtMs))}`
    : `; this market gave no test money: ${refused.detail}`;
}
