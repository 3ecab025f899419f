/**
 * A model that investigates, proposes, reads the failure and tries again. It has no tools but the
 * solver's two, and its answers are moves or nothing: whatever a stranger's text makes it say, it
 * can only ask for a look, hand in a fix for the stranger's own machine, or pass.
 */
import { readFileSync } from "node:fs";
import { type Model, ModelUnavailable } from "@bazaar/work/model";
import type { Solver, Tools } from "../solver.ts";
import { problemText } from "./model/problem-text.ts";
import { type Move, readMove } from "./model/read-move.ts";

export { FREE_MODELS, solverModels } from "./model/default-models.ts";

export interface ModelSolverOptions {
  /** Asked in turn: whoever has no answer is passed over, until nobody has one. */
  readonly models: readonly Model[];
  readonly onCall?: (call: ModelCall) => void;
  /** The longest that one answer is waited for. */
  readonly answerMs?: number;
}

export interface ModelCall {
  readonly model: string;
  readonly promptLength: number;
  /** Null where the model answered. */
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
      const opinions = new Opinions();
      for (let turn = 0; turn < MAX_TURNS && tools.now().attemptsLeft > 0; turn += 1) {
        const text = problemText(tools.now(), notes);
        const answer = await rotation.ask(text, tools.signal, opinions.done);
        if (answer === null) return "passed";
        const move = readMove(answer.said);
        opinions.hear(answer.model, move);
        const outcome = await make(move, tools);
        if (outcome === "solved") return "solved";
        if (outcome !== null) notes.push(outcome);
      }
      return "passed";
    },
  };
}

/** Who is not asked about this contract any more: it has no idea, or none that can be read. */
class Opinions {
  readonly done = new Set<Model>();
  readonly #unreadable = new Map<Model, number>();

  hear(model: Model, { move }: Move): void {
    const count = (this.#unreadable.get(model) ?? 0) + (move === "unreadable" ? 1 : 0);
    this.#unreadable.set(model, count);
    if (move === "pass" || count >= MAX_UNREADABLE) this.done.add(model);
  }
}

/** Null where the contract itself now tells what came of it. */
async function make(move: Move, tools: Tools): Promise<"solved" | string | null> {
  switch (move.move) {
    case "look": {
      const look = await tools.look(move.command);
      return look.isSeen ? null : `${move.command}: ${look.because}`;
    }
    case "fix": {
      const trial = await tools.propose(move.fix);
      if (trial.verdict === "pass") return "solved";
      return trial.verdict === "fail" ? null : `the fix was not handed in: ${trial.because}`;
    }
    case "unreadable":
      return move.problem;
    case "pass":
      return null;
  }
}

/** Several models as one, beginning with whoever answered last. */
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

  /** Null where nobody answers who is not done. */
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
    // A model that does not listen to the signal is not waited for either.
    const late = new Promise<never>((_, reject) => {
      const leave = () => reject(new ModelUnavailable(model.name, "it took too long"));
      limit.addEventListener("abort", leave, { once: true });
    });
    const request = { system: page("solver"), prompt, maxOutputTokens: MAX_OUTPUT_TOKENS };
    return Promise.race([model.complete({ ...request, signal: limit }), late]);
  }
}

function page(name: "solver" | "closing"): string {
  return readFileSync(new URL(`${name}.md`, PROMPTS), "utf8");
}
