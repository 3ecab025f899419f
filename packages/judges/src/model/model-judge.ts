/**
 * The judge that asks language models: several in turn, inside the court's time.
 *
 * Each gets its part of the time that is left, so that a slow first one leaves the next a chance.
 * Silence, an unreadable answer and a refusal to rule all send the question on; only a ruling ends
 * it. A model has no tools here and sees nothing but the case file.
 */
import type { TierName } from "@bazaar/kernel";
import {
  type CaseFile,
  type Clock,
  type Judge,
  JudgeUnavailable,
  type Opinion,
} from "@bazaar/market/ports";
import { type Model, ModelUnavailable } from "@bazaar/work/model";
import { type CaseText, caseText } from "./case-text.ts";
import { type Prompt, promptFor, tierOf } from "./prompt.ts";
import { type Answer, readAnswer } from "./read-answer.ts";

export type ModelsByTier = Readonly<Record<TierName, readonly Model[]>>;

export interface ModelJudgeNeeds {
  readonly models: ModelsByTier;
  readonly clock: Clock;
  /** For models that read less than usual. */
  readonly maxCaseLength?: number;
}

/** Enough for a page of reasons, and for models that think before they speak. */
const MAX_OUTPUT_TOKENS = 4_000;
/** Where a court has hours, a model that hangs still has minutes. */
const MAX_MODEL_MS = 120_000;
/** Of the time left, in hundredths: the answer must still be recorded in time. */
const ASKING_SHARE = 95;

interface Attempt {
  readonly model: string;
  readonly said: Answer | { readonly answer: "silent"; readonly reasoning: string };
}

export function modelJudge(needs: ModelJudgeNeeds): Judge {
  return {
    async opine(file) {
      const tier = tierOf(file.question.bench);
      const prompt = promptFor(tier);
      const written = caseText(file, needs.maxCaseLength);
      const attempts = await askInTurn(needs, tier, file, prompt, written);
      return opinionOf(attempts, prompt, written);
    },
  };
}

/** Ends with the first ruling, or with the time or the models. */
async function askInTurn(
  { models, clock }: ModelJudgeNeeds,
  tier: TierName,
  { question }: CaseFile,
  prompt: Prompt,
  { text }: CaseText,
): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  for (const [index, model] of models[tier].entries()) {
    const leftMs = ((question.byMs - clock.nowMs()) * ASKING_SHARE) / 100;
    // Rounded down: the last model keeps the odd milliseconds.
    const shareMs = Math.floor(leftMs / (models[tier].length - index));
    if (shareMs <= 0) break;
    const said = await ask(model, prompt, text, Math.min(shareMs, MAX_MODEL_MS));
    attempts.push({ model: model.name, said });
    if (isRuling(said.answer)) break;
  }
  return attempts;
}

async function ask(
  model: Model,
  { system, closing }: Prompt,
  text: string,
  limitMs: number,
): Promise<Attempt["said"]> {
  const signal = AbortSignal.timeout(limitMs);
  // A model that does not listen to the signal is not waited for either.
  const late = new Promise<never>((_, reject) => {
    const leave = () => reject(new ModelUnavailable(model.name, "it took too long"));
    signal.addEventListener("abort", leave, { once: true });
  });
  const request = { system, prompt: `${text}\n${closing}`, maxOutputTokens: MAX_OUTPUT_TOKENS };
  try {
    return readAnswer(await Promise.race([model.complete({ ...request, signal }), late]));
  } catch (error) {
    if (error instanceof ModelUnavailable) return { answer: "silent", reasoning: error.reason };
    throw error;
  }
}

function isRuling(answer: Attempt["said"]["answer"]): boolean {
  return answer !== "silent" && answer !== "unreadable" && answer !== "refused";
}

function opinionOf(attempts: readonly Attempt[], prompt: Prompt, { cutLength }: CaseText): Opinion {
  // A refusal is an answer that was understood; an unreadable one counts only if none was.
  const spoken = attempts.filter(({ said }) => said.answer !== "silent");
  const heard = spoken.findLast(({ said }) => said.answer !== "unreadable") ?? spoken.at(-1);
  if (heard === undefined || heard.said.answer === "silent") {
    throw new JudgeUnavailable(`nobody answered: ${attempts.map(brief).join("; ") || "no model"}`);
  }
  const { answer, reasoning } = heard.said;
  const others = attempts.filter((attempt) => attempt !== heard);
  return {
    answer,
    reasoning:
      answer === "unreadable" ? `The model's answer was unreadable: ${reasoning}.` : reasoning,
    details: {
      judge_kind: "model",
      model: heard.model,
      prompt_sha256: prompt.sha256,
      cut_characters: BigInt(cutLength),
      also_tried: others.map(brief),
    },
  };
}

function brief({ model, said }: Attempt): string {
  return said.answer === "silent" ? `${model}: ${said.reasoning}` : `${model}: ${said.answer}`;
}
