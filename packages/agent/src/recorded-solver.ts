/**
 * A solver whose work on each contract is recorded as a trajectory: every look and every fix with the
 * hash of what came of it, and how the attempts ended. The agent signs it for the contract, without a
 * job: a failed command is none.
 */
import {
  type ContractId,
  type Json,
  type JsonObject,
  type Signer,
  sha256Hex,
  signTrajectory,
  statementJson,
} from "@bazaar/kernel";
import { TrajectoryRecorder } from "./provider/trajectory-recorder.ts";
import type { Fix, Look, Solver, Tools, Trial } from "./solver.ts";

export interface RecordedSession {
  readonly contract: ContractId;
  /** REPLAY.jsonl. */
  readonly text: string;
  /** The agent's signed statement about it. */
  readonly statement: JsonObject;
}

export interface Recording {
  readonly signer: Signer;
  readonly nowMs: () => number;
  readonly keep: (session: RecordedSession) => void;
}

const PRODUCER = "bazaar-fix@1";
const ID_LENGTH = 24;

export function recordedSolver(solver: Solver, recording: Recording): Solver {
  return {
    name: solver.name,
    async solve(problem, tools) {
      const { nowMs, signer, keep } = recording;
      const contract = problem.contract as ContractId;
      const session = `session_${sha256Hex(`${contract} ${signer.party}`).slice(0, ID_LENGTH)}`;
      const recorder = new TrajectoryRecorder(session, nowMs, PRODUCER);
      let status: "Success" | "Failed" | "Cancelled" = "Cancelled";
      try {
        const ended = await solver.solve(problem, recordedTools(tools, recorder, problem.command));
        status = ended === "solved" ? "Success" : "Failed";
        return ended;
      } finally {
        const { text, trajectory } = recorder.end(status);
        const statement = signTrajectory(signer, trajectory, { jobHash: null, contract });
        keep({ contract, text, statement: statementJson(statement) });
      }
    },
  };
}

function recordedTools(tools: Tools, recorder: TrajectoryRecorder, command: string): Tools {
  return {
    ...tools,
    look: (text) => step(recorder, "look", { command: text }, () => tools.look(text), lookJson),
    async propose(fix) {
      const trial = await step(recorder, "fix", fixJson(fix), () => tools.propose(fix), trialJson);
      if (trial.verdict === "pass") recorder.verified([command], [0], 1);
      if (trial.verdict === "fail") recorder.verified([command], [1], 1);
      return trial;
    },
  };
}

async function step<T>(
  recorder: TrajectoryRecorder,
  name: string,
  params: JsonObject,
  run: () => Promise<T>,
  json: (value: T) => JsonObject,
): Promise<T> {
  const held: T[] = [];
  await recorder.step(name, params, async () => {
    const value = await run();
    held.push(value);
    return json(value);
  });
  return held[0] as T;
}

function lookJson(look: Look): JsonObject {
  return look.isSeen ? { output: look.output } : { refused: look.because };
}

function fixJson({ shell, explanation, correctedCommand }: Fix): JsonObject {
  const corrected: Json = correctedCommand ?? null;
  return { fix: shell, explanation, command: corrected };
}

function trialJson(trial: Trial): JsonObject {
  return { verdict: trial.verdict };
}
