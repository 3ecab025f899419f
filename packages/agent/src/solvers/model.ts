/**
 * A model that investigates, proposes a fix, reads the failure and tries again. It has no tools but
 * the solver's two, and its answers are moves or nothing: whatever untrusted text makes it say, it
 * can only look, submit a fix for that text's own machine, or pass.
 */
import { readFileSync } from "node:fs";
import { type Model, ModelUnavailable } from "@bazaar/work/model";
import type { Solver, Tools } from "../solver.ts";
import { problemText } from "./model/problem-text.ts";
import { type Move, readMove } from "./model/read-move.ts";

export { FREE_MODELS, solverModels } from "./model/default-models.ts";

export interface ModelSolverOptions {
  /** Asked in turn: one that does not answer is skipped. */
  readonly models: readonly Model[];
  readonly onCall?: (call: ModelCall) => void;
  /** The time limit for one answer. */
  readonly answerMs?: number;
}

export interface ModelCall {
  readonly model: string;
  readonly promptLength: number;
  /** Null if the model answered. */
  readonly failure: string | null;
}

const ANSWER_MS = 90_000;
const MAX_OUTPUT_TOKENS = 4_000;
const MAX_TURNS = 60;
const MAX_UNREADABLE = 3;
const PROMPTS = new URL("../../prompts/", import.meta.url);

export function modelSolver({
  models,
  onCall = () => undefined,
  answerMs = ANSWER_MS,
}: ModelSolverOptions): Solver {
  const rotation = new Rotation(models, onCall, answerMs);
  return {
    name: "model",
    async solve(_, tools) {
      const notes: string[] = [];
      const done = new DoneModels();
      for (let turn = 0; turn < MAX_TURNS && tools.now().attemptsLeft > 0; turn += 1) {
        const text = problemText(tools.now(), notes);
        const answer = await rotation.ask(text, tools.signal, done.models);
        if (answer === null) return "passed";
        const move = readMove(answer.said);
        done.add(answer.model, move);
        const outcome = await make(move, tools);
        if (outcome === "solved") return "solved";
        if (outcome !== null) notes.push(outcome);
      }
      return "passed";
    },
  };
}

/** Models that are not asked about this contract again: they passed or sent unreadable answers. */
class DoneModels {
  readonly models = new Set<Model>();
  readonly #unreadable = new Map<Model, number>();

  add(model: Model, { move }: Move): void {
    const count = (this.#unreadable.get(model) ?? 0) + (move === "unreadable" ? 1 : 0);
    this.#unreadable.set(model, count);
    if (move === "pass" || count >= MAX_UNREADABLE) this.models.add(model);
  }
}

/** A note for the next prompt; null if the contract shows the outcome itself. */
async function make(move: Move, tools: Tools): Promise<"solved" | string | null> {
  switch (move.move) {
    case "look": {
      const look = await tools.look(move.command);
      return look.isSeen ? null : `${move.command}: ${look.because}`;
    }
    case "fix": {
      const trial = await tools.propose(move.fix);
      if (trial.verdict === "pass" || trial.verdict === "declined") return "solved";
      return trial.verdict === "fail" ? null : `the fix was not submitted: ${trial.because}`;
    }
    case "unreadable":
      return move.problem;
    case "pass":
      return null;
  }
}

/** Several models as one, starting with the one that answered last. */
class Rotation {
  readonly #models: readonly Model[];
  readonly #onCall: (call: ModelCall) => void;
  readonly #answerMs: number;
  #at = 0;

  constructor(models: readonly Model[], onCall: (call: ModelCall) => void, answerMs: number) {
    this.#models = models;
    this.#onCall = onCall;
    this.#answerMs = answerMs;
  }

  /** Null if no remaining model answers. */
  async ask(
    text: string,
    signal: AbortSignal,
    done: ReadonlySet<Model>,
  ): Promise<{ readonly model: Model; readonly said: string } | null> {
    const prompt = `${text}\n${page("closing")}`;
    const first = this.#at;
    for (const offset of this.#models.keys()) {
      const at = (first + offset) % this.#models.length;
      const model = this.#models[at];
      if (model === undefined || done.has(model)) continue;
      const call = { model: model.name, promptLength: prompt.length };
      try {
        const said = await this.#complete(model, prompt, signal);
        this.#onCall({ ...call, failure: null });
        this.#at = at;
        return { model, said };
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ModelUnavailable)) throw error;
        this.#onCall({ ...call, failure: error.reason });
      }
    }
    return null;
  }

  #complete(model: Model, prompt: string, signal: AbortSignal): Promise<string> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(this.#answerMs)]);
    // Do not wait for a model that ignores its signal.
    const late = new Promise<never>((_, reject) => {
      const onAbort = () => reject(new ModelUnavailable(model.name, "it took too long"));
      limit.addEventListener("abort", onAbort, { once: true });
    });
    const request = { system: page("solver"), prompt, maxOutputTokens: MAX_OUTPUT_TOKENS };
    return Promise.race([model.complete({ ...request, signal: limit }), late]);
  }
}

function page(name: "solver" | "closing"): string {
  return readFileSync(new URL(`${name}.md`, PROMPTS), "utf8");
}
