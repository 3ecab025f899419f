/**
 * `bazaar court rule`: an exported transcript in, a ruling out. It needs no server and no database,
 * so anyone can be a judge; with a key the ruling is signed and can be submitted.
 */
import { ruleOnTranscript } from "@bazaar/judges";
import {
  actOnAnswer,
  type ContractState,
  chainJson,
  type JsonObject,
  judgeOf,
  type Refusal,
  signOpinion,
  TEXT_LIMITS,
  TIERS,
  type TierName,
  type Transcript,
  verifyTranscript,
} from "@bazaar/kernel";
import { readKeyFile } from "@bazaar/keys/key-file";
import { nativeVerify } from "@bazaar/keys/native-verify";
import { JudgeUnavailable, type Opinion } from "@bazaar/market/ports";
import { BadInput, Command, complain, explainBreak, Option, say } from "@bazaar/terminal";
import { CLOCK } from "../clock.ts";
import { readConfig } from "../config.ts";
import { factsBench, type OwnBench, ownBench } from "../own-bench.ts";
import { readTranscript } from "../read-transcript.ts";

interface RuleOptions {
  readonly tier?: TierName;
  readonly key?: string;
  readonly judge?: OwnBench["kind"];
  readonly anyway?: boolean;
}

const RULING_LIMIT_MS = 60_000;
const EXIT_NO_ANSWER = 1;

export function courtCommand(): Command {
  const court = new Command("court").description("rule on an exported transcript; needs no server");
  court
    .command("rule")
    .description("print a ruling on an exported transcript, as JSON")
    .argument("<transcript.json>", "from GET /contracts/{id}/transcript; - reads standard input")
    .addOption(
      new Option(
        "--tier <tier>",
        "the tier to rule as; default: the one that the case is before, or district",
      ).choices(TIERS),
    )
    .option("--key <file>", "sign the ruling with this judge's key")
    .addOption(
      new Option("--judge <kind>", "default: model if there is access to one, else facts").choices([
        "facts",
        "model",
      ]),
    )
    .option("--anyway", "rule even if the contract is not before this court")
    .action(rule);
  return court;
}

async function rule(file: string, options: RuleOptions): Promise<void> {
  const transcript = readTranscript(file);
  const signer = options.key === undefined ? null : readKeyFile(options.key);
  const state = verifiedState(transcript);
  const judge = judgeOf(state.terms.court);
  if (signer !== null && judge !== null && signer.party !== judge) {
    throw new BadInput(`the judge of this contract is ${judge}, but the key is ${signer.party}`);
  }
  const tier = options.tier ?? openTier(state);
  const opinion = await opine(transcript, tier, options);
  const data = opinion === null ? null : rulingData(state, opinion, tier);
  if (data === null) return;
  const said = signer === null ? data : signOpinion(signer, transcript.id, data);
  // ASCII only: other characters are escaped.
  say(chainJson(said));
}

/** Without an open case in a court, the tier where cases begin. */
function openTier({ case: open }: ContractState): TierName {
  return TIERS.find((tier) => tier === open?.bench) ?? TIERS[0];
}

function verifiedState(transcript: Transcript): ContractState {
  const verified = verifyTranscript(transcript, nativeVerify);
  if (verified.ok) return verified.value;
  throw new BadInput(`the transcript is not valid: ${explainBreak(verified.refusal)}`);
}

async function opine(
  transcript: Transcript,
  tier: TierName,
  { judge, anyway = false }: RuleOptions,
): Promise<Opinion | null> {
  const bench = judge === "facts" ? factsBench() : ownBench(readConfig(process.env), CLOCK);
  if (judge === "model" && bench.kind !== "model") {
    throw new BadInput(
      "--judge model: set OPENROUTER_API_KEY, FIX_API_KEY or BAZAAR_MODEL_URL and BAZAAR_MODEL",
    );
  }
  const order = { transcript, bench: tier, judge: bench.judge, verify: nativeVerify };
  const limits = { nowMs: CLOCK.nowMs(), limitMs: RULING_LIMIT_MS, judgesAnyway: anyway };
  try {
    const ruled = await ruleOnTranscript({ ...order, ...limits });
    if (ruled.ok) return ruled.value;
    throw new BadInput(`no ruling: ${noRulingWords(ruled.refusal, tier)}`);
  } catch (error) {
    if (!(error instanceof JudgeUnavailable)) throw error;
    return noRuling(error.message);
  }
}

function noRulingWords(refusal: Refusal, tier: TierName): string {
  switch (refusal.code) {
    case "wrong_phase":
      return `the contract is not before the ${tier} court; --anyway rules nevertheless`;
    case "no_court":
      return "the contract has no court; --anyway rules nevertheless";
    default:
      return explainBreak(refusal);
  }
}

/** The data of a `ruling` entry, as the server writes it for its own court. */
function rulingData(
  state: ContractState,
  { answer, reasoning, details }: Opinion,
  tier: TierName,
): JsonObject | null {
  const said = { ...details, reasoning: reasoning.slice(0, TEXT_LIMITS.ruling) };
  if (!isSitting(state, tier)) return { ...said, outcome: answer, court: tier };
  const { type, data } = actOnAnswer(state, answer, state.case.question, said);
  return type === "ruling" ? data : noRuling(`the judge's answer was ${answer}: ${reasoning}`);
}

/** Nothing is signed without an answer: the court's clock decides what silence means. */
function noRuling(why: string): null {
  complain("bazaar", `no ruling: ${why}`);
  process.exitCode = EXIT_NO_ANSWER;
  return null;
}

function isSitting(
  state: ContractState,
  tier: TierName,
): state is ContractState & { readonly case: { readonly question: number } } {
  return state.case?.bench === tier && state.case.question !== null;
}
