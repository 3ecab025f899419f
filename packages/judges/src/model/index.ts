export type { CaseText } from "./case-text.ts";
export { caseText, MAX_CASE_LENGTH } from "./case-text.ts";
export type { ModelIds } from "./default-models.ts";
export {
  ANTHROPIC_IDS,
  defaultModels,
  OPENROUTER_IDS,
  onEveryBench,
} from "./default-models.ts";
export type { ModelJudgeNeeds, ModelsByTier } from "./model-judge.ts";
export { modelJudge } from "./model-judge.ts";
