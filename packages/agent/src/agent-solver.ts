/**
 * The solver of our agents: rules, then known fixes, then models.
 *
 * Rules look at this machine, and a known fix only at the words of the failure: it comes after them,
 * and what rules find is not kept. Where a rule has no answer any more, its old one is wrong.
 */
import { makeScrubber, withoutEscapes } from "@bazaar/guard/scrub";
import { BadInput } from "@bazaar/terminal/bad-input";
import { type Model, type ModelAccess, openAiCompatible } from "@bazaar/work/model";
import { cascade } from "./cascade.ts";
import type { Solver } from "./solver.ts";
import { BadKnownFixes, KnownFixes, withKnownFixes } from "./solvers/known-fixes.ts";
import { type ModelCall, modelSolver, solverModels } from "./solvers/model.ts";
import { rulesSolver } from "./solvers/rules/rules-solver.ts";
import { type Redactions, withTrueNames } from "./solvers/with-true-names.ts";

export interface AgentSolverOptions {
  /** The file of fixes that have worked. */
  readonly knownFixes: string;
  /** How many principals a fix must have worked for before it is offered to others. */
  readonly trustAfter: number;
  readonly access: ModelAccess;
  /** The models to ask, in this order. Default: free ones. */
  readonly models?: readonly string[];
  /** Of the agent's own user, if the agent runs on that machine: for rules, and not for models. */
  readonly redactions?: Redactions;
  readonly onError: (error: unknown, solver: Solver) => void;
  readonly onCall?: (call: ModelCall) => void;
}

/** @throws BadInput if the file of known fixes cannot be used. */
export function agentSolver(options: AgentSolverOptions): Solver {
  const { knownFixes, trustAfter, access, onError, onCall = () => undefined } = options;
  const models = modelsOf(access, options.models);
  const thinking = models.length === 0 ? [] : [modelSolver({ models, onCall })];
  const { redactions } = options;
  const rules = redactions === undefined ? rulesSolver() : withTrueNames(rulesSolver(), redactions);
  const inOrder = (solvers: readonly Solver[]) =>
    cascade(solvers, (failed, error) => onError(error, failed));
  try {
    const known = new KnownFixes(knownFixes, { trustAfter, isClean });
    // However they repair, with or without a contract, a user counts once.
    const principalOf = redactions === undefined ? undefined : () => OWN_USER;
    return inOrder([rules, withKnownFixes(known, inOrder(thinking), principalOf)]);
  } catch (error) {
    if (error instanceof BadKnownFixes) throw new BadInput(error.message);
    throw error;
  }
}

const OWN_USER = "local";

/** A text with a secret in it is not kept. */
function isClean(text: string): boolean {
  return [text, withoutEscapes(text)].every((one) => makeScrubber().scrub(one).found.length === 0);
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
