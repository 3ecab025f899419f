/**
 * `bazaar court rule`: an exported transcript in, a ruling out. It needs no server and no database,
 * so anyone can be a judge; with a key the ruling is signed and can be submitted.
 */
import { readFileSync } from "node:fs";
import { ruleOnTranscript } from "@bazaar/judges";
import {
  actOnAnswer,
  type ContractState,
  chainJson,
  type JsonObject,
  parseJson,
  parseTranscript,
  signOpinion,
  TEXT_LIMITS,
  TIERS,
  type TierName,
  type Transcript,
  verifyTranscript,
} from "@bazaar/kernel";
import { ed25519Verify } from "@bazaar/keys";
import { readKeyFile } from "@bazaar/keys/key-file";
import { JudgeUnavailable, type Opinion } from "@bazaar/market/ports";
import { BadInput, Command, complain, Option, say } from "@bazaar/terminal";
import { CLOCK } from "../clock.ts";
import { readConfig } from "../config.ts";
import { factsBench, type OwnBench, ownBench } from "../own-bench.ts";

interface RuleOptions {
  readonly tier: TierName;
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
    .addOption(new Option("--tier <tier>", "the tier to rule as").choices(TIERS).default(TIERS[0]))
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
  const { court } = state.terms;
  if (signer !== null && court.kind === "tiered" && signer.party !== court.judge) {
    throw new BadInput(
      `the judge of this contract is ${court.judge}, but the key is ${signer.party}`,
    );
  }
  const opinion = await opine(transcript, options);
  const data = opinion === null ? null : rulingData(state, opinion, options);
  if (data === null) return;
  const said = signer === null ? data : signOpinion(signer, transcript.id, data);
  // ASCII only: other characters are escaped.
  say(chainJson(said));
}

function verifiedState(transcript: Transcript): ContractState {
  const verified = verifyTranscript(transcript, ed25519Verify);
  if (verified.ok) return verified.value;
  throw new BadInput(`the transcript is not valid: ${JSON.stringify(verified.refusal)}`);
}

function readTranscript(file: string): Transcript {
  let text: string;
  try {
    text = readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw new BadInput(`cannot read the transcript: ${(error as Error).message}`);
  }
  const json = parseJson(text);
  if (!json.ok) throw new BadInput(`${file} is not JSON: ${JSON.stringify(json.refusal)}`);
  const transcript = parseTranscript(json.value);
  if (transcript.ok) return transcript.value;
  throw new BadInput(`${file} is not a transcript: ${JSON.stringify(transcript.refusal)}`);
}

async function opine(
  transcript: Transcript,
  { tier, judge, anyway = false }: RuleOptions,
): Promise<Opinion | null> {
  const bench = judge === "facts" ? factsBench() : ownBench(readConfig(process.env), CLOCK);
  if (judge === "model" && bench.kind !== "model") {
    throw new BadInput(
      "--judge model: set OPENROUTER_API_KEY, FIX_API_KEY or BAZAAR_MODEL_URL and BAZAAR_MODEL",
    );
  }
  const order = { transcript, bench: tier, judge: bench.judge, verify: ed25519Verify };
  const limits = { nowMs: CLOCK.nowMs(), limitMs: RULING_LIMIT_MS, judgesAnyway: anyway };
  try {
    const ruled = await ruleOnTranscript({ ...order, ...limits });
    if (ruled.ok) return ruled.value;
    const isClosed = ruled.refusal.code === "wrong_phase";
    const advice = isClosed
      ? `the contract is not before the ${tier} court (use --anyway to rule nevertheless): `
      : "";
    throw new BadInput(`no ruling: ${advice}${JSON.stringify(ruled.refusal)}`);
  } catch (error) {
    if (!(error instanceof JudgeUnavailable)) throw error;
    return noRuling(error.message);
  }
}

/** The data of a `ruling` entry, as the server writes it for its own court. */
function rulingData(
  state: ContractState,
  { answer, reasoning, details }: Opinion,
  { tier }: RuleOptions,
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
