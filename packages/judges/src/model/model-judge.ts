/**
 * The judge that asks language models: one after another, within the court's time.
 *
 * Each gets an equal part of the time left, so that a slow first model leaves time for the next. If
 * a model fails, is unreadable or refuses to rule, the next one is asked. A model has no tools and
 * sees only the case file.
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
import { openCase } from "../record/open-case.ts";
import { type CaseText, caseText } from "./case-text.ts";
import { type Prompt, promptFor, tierOf } from "./prompt.ts";
import { type Answer, readAnswer } from "./read-answer.ts";

export type ModelsByTier = Readonly<Record<TierName, readonly Model[]>>;

export interface ModelJudgeNeeds {
  readonly models: ModelsByTier;
  readonly clock: Clock;
  /** For models with a smaller context. */
  readonly maxCaseLength?: number;
}

/** Enough for a page of reasoning, and for models that think before they answer. */
const MAX_OUTPUT_TOKENS = 4_000;
/** A court may have hours; a model that hangs must not use them up. */
const MAX_MODEL_MS = 120_000;
/** Of the time left: the answer must still be recorded in time. */
const ASKING_PERCENT = 95;

interface Attempt {
  readonly model: string;
  readonly said: Answer | { readonly answer: "silent"; readonly reasoning: string };
}

export function modelJudge(needs: ModelJudgeNeeds): Judge {
  return {
    async opine(file) {
      const tier = tierOf(file.question.bench);
      const prompt = promptFor(tier);
      const opened = await openCase(file);
      const written = caseText(opened, needs.maxCaseLength);
      const attempts = await askInTurn(needs, tier, file, prompt, written);
      return opinionOf(attempts, prompt, written);
    },
  };
}

/** Stops at the first ruling, or when time or models run out. */
async function askInTurn(
  { models, clock }: ModelJudgeNeeds,
  tier: TierName,
  { question }: CaseFile,
  prompt: Prompt,
  { text }: CaseText,
): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  for (const [index, model] of models[tier].entries()) {
    const leftMs = ((question.byMs - clock.nowMs()) * ASKING_PERCENT) / 100;
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
  // Do not wait for a model that ignores the signal.
  const late = new Promise<never>((_, reject) => {
    const onAbort = () => reject(new ModelUnavailable(model.name, "it took too long"));
    signal.addEventListener("abort", onAbort, { once: true });
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
  // A refusal to rule counts as an answer; an unreadable one only if there is no other.
  const answered = attempts.filter(({ said }) => said.answer !== "silent");
  const chosen = answered.findLast(({ said }) => said.answer !== "unreadable") ?? answered.at(-1);
  if (chosen === undefined || chosen.said.answer === "silent") {
    throw new JudgeUnavailable(
      `no model answered: ${attempts.map(brief).join("; ") || "no model"}`,
    );
  }
  const { answer, reasoning } = chosen.said;
  const others = attempts.filter((attempt) => attempt !== chosen);
  return {
    answer,
    reasoning:
      answer === "unreadable" ? `The model's answer was unreadable: ${reasoning}.` : reasoning,
    details: {
      judge_kind: "model",
      model: chosen.model,
      prompt_sha256: prompt.sha256,
      cut_characters: BigInt(cutLength),
      also_tried: others.map(brief),
    },
  };
}

function brief({ model, said }: Attempt): string {
  return said.answer === "silent" ? `${model}: ${said.reasoning}` : `${model}: ${said.answer}`;
}
