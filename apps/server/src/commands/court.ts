/**
 * A judge as a command: an exported transcript in, a ruling out. It needs no server and no
 * database, so that anyone can run one; with a key the ruling is signed and can be handed in.
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
    .description("give an opinion on an exported transcript, as JSON")
    .argument("<transcript.json>", "a transcript with its times; - reads standard input")
    .addOption(new Option("--tier <tier>", "which bench").choices(TIERS).default(TIERS[0]))
    .option("--key <file>", "sign it with this judge's key, to be handed in")
    .addOption(
      new Option("--judge <kind>", "by default a model if there is access to one").choices([
        "facts",
        "model",
      ]),
    )
    .option("--anyway", "also where no such bench is sitting: to rehearse, or to look back")
    .action(rule);
  return court;
}

async function rule(file: string, options: RuleOptions): Promise<void> {
  const transcript = readTranscript(file);
  const signer = options.key === undefined ? null : readKeyFile(options.key);
  const state = standing(transcript);
  const { court } = state.terms;
  if (signer !== null && court.kind === "tiered" && signer.party !== court.judge) {
    throw new BadInput(`this contract's judge is ${court.judge}, and the key is ${signer.party}`);
  }
  const opinion = await opine(transcript, options);
  const data = opinion === null ? null : rulingData(state, opinion, options);
  if (data === null) return;
  const said = signer === null ? data : signOpinion(signer, transcript.id, data);
  // This form is ASCII, with everything else escaped.
  say(chainJson(said));
}

function standing(transcript: Transcript): ContractState {
  const verified = verifyTranscript(transcript, ed25519Verify);
  if (verified.ok) return verified.value;
  throw new BadInput(`the transcript does not hold: ${JSON.stringify(verified.refusal)}`);
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
  throw new BadInput(`${file} is no transcript: ${JSON.stringify(transcript.refusal)}`);
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
    const advice = isClosed ? `no ${tier} bench sits on it now; --anyway rules all the same: ` : "";
    throw new BadInput(`nothing to rule on: ${advice}${JSON.stringify(ruled.refusal)}`);
  } catch (error) {
    if (!(error instanceof JudgeUnavailable)) throw error;
    return noRuling(error.message);
  }
}

/** What a `ruling` entry says: the same words that the server writes in its own court. */
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

/** Silence is for the court's clock to decide; nothing is signed for it. */
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
