/** What our agents know: what has worked before, then rules, then models, the cheapest first. */
import { makeScrubber } from "@bazaar/guard/scrub";
import { BadInput } from "@bazaar/terminal/bad-input";
import { type Model, type ModelAccess, openAiCompatible } from "@bazaar/work/model";
import { cascade } from "./cascade.ts";
import type { Solver } from "./solver.ts";
import { BadKnownFixes, KnownFixes, withKnownFixes } from "./solvers/known-fixes.ts";
import { type ModelCall, modelSolver, solverModels } from "./solvers/model.ts";
import { rulesSolver } from "./solvers/rules/rules-solver.ts";

export interface AgentSolverOptions {
  /** The file in which it is kept what has worked. */
  readonly knownFixes: string;
  /** For how many principals a repair must have worked before others are offered it. */
  readonly trustAfter: number;
  readonly access: ModelAccess;
  /** The models to ask, in this order; the usual free ones without. */
  readonly models?: readonly string[];
  readonly onError: (error: unknown, solver: Solver) => void;
  readonly onCall?: (call: ModelCall) => void;
}

/** @throws BadInput where the file of known fixes cannot be used. */
export function agentSolver(options: AgentSolverOptions): Solver {
  const { knownFixes, trustAfter, access, onError, onCall = () => undefined } = options;
  const models = modelsOf(access, options.models);
  const thinking = models.length === 0 ? [] : [modelSolver({ models, onCall })];
  const solver = cascade([rulesSolver(), ...thinking], (failed, error) => onError(error, failed));
  try {
    return withKnownFixes(new KnownFixes(knownFixes, { trustAfter, isClean }), solver);
  } catch (error) {
    if (error instanceof BadKnownFixes) throw new BadInput(error.message);
    throw error;
  }
}

/** What a scrub would change is somebody's secret, and not kept for others. */
function isClean(text: string): boolean {
  return makeScrubber().scrub(text).found.length === 0;
}

function modelsOf(access: ModelAccess, ids: readonly string[] | undefined): readonly Model[] {
  const { baseUrl, baseUrlKey, model, openRouterKey, anthropicKey } = access;
  if (baseUrl === null) {
    return solverModels({ openRouterKey, anthropicKey, ...(ids === undefined ? {} : { ids }) });
  }
  const key = baseUrlKey === null ? {} : { apiKey: baseUrlKey };
  const named = ids ?? (model === null ? [] : [model]);
  return named.map((id) => openAiCompatible({ baseUrl, model: id, ...key }));
}
