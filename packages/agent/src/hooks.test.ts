import type { Contract } from "@bazaar/doors/connection";
import type { Model, ModelRequest } from "@bazaar/work/model";
import { expect, test } from "vitest";
import type { InProcess } from "../../doors/src/http/connect/test/in-process.ts";
import { everyTest, failed, fixOf, PASSED, Principal, verifies } from "../test/scripted.ts";
import type { Hooks } from "./hooks.ts";
import type { Problem } from "./problem.ts";
import { runAgent } from "./run-agent.ts";
import type { Fix, Solver, Tools } from "./solver.ts";
import { type ModelCall, modelSolver } from "./solvers/model.ts";

let place: InProcess;
everyTest((fresh) => {
  place = fresh;
});

/** An agent with its own state: the solver and the hooks are one class. */
class Diary implements Solver, Hooks {
  readonly name: string = "diary";
  readonly lines: string[] = [];

  async solve(_: Problem, tools: Tools): Promise<"solved" | "passed"> {
    await tools.look("ls");
    const { verdict } = await tools.propose(fixOf("touch it"));
    return verdict === "pass" ? "solved" : "passed";
  }

  contractFound({ state }: Contract): undefined {
    this.lines.push(`found ${state.phase}`);
  }

  investigationResult(_: Contract, command: string, output: string): void {
    this.lines.push(`${command}: ${output}`);
  }

  fixSubmitted(_: Contract, { shell }: Fix): void {
    this.lines.push(`fix ${shell}`);
  }

  error(error: unknown): void {
    this.lines.push(String(error));
  }

  ended({ state }: Contract): void {
    this.lines.push(`over: ${state.phase}`);
  }
}

/** The same, but it asks a model, which is any async function, and learns of every call. */
class AskingDiary extends Diary {
  override readonly name = "asking diary";
  readonly #model: Solver;

  constructor(complete: Model["complete"]) {
    super();
    const onCall = ({ model, failure }: ModelCall): void => {
      this.lines.push(`asked ${model}: ${failure ?? "answered"}`);
    };
    this.#model = modelSolver({ models: [{ name: "function", complete }], onCall });
  }

  override solve(problem: Problem, tools: Tools): Promise<"solved" | "passed"> {
    return this.#model.solve(problem, tools);
  }
}

async function livedThrough(diary: Diary, principal: Principal): Promise<readonly string[]> {
  const leaving = new AbortController();
  const { signal } = leaving;
  const running = runAgent({ connection: place.connect(), solver: diary, hooks: diary, signal });
  await principal.attend(await principal.post());
  while (!diary.lines.some((line) => line.startsWith("over"))) await place.clock.sleep(100);
  leaving.abort();
  await running;
  return diary.lines;
}

test("hooks are called in order", async () => {
  expect(await livedThrough(new Diary(), new Principal(place))).toEqual([
    "found open",
    "ls: output of ls",
    "fix touch it",
    "over: fulfilled",
  ]);
});

test("a solver can wrap any async function, and hooks see every call", async () => {
  const moves = [
    { move: "look", command: "cat Makefile" },
    { move: "fix", shell: "one", explanation: "it was missing" },
    { move: "fix", shell: "two", explanation: "it was missing too" },
  ];
  const prompts: string[] = [];
  const complete = async ({ prompt }: ModelRequest): Promise<string> => {
    prompts.push(prompt);
    return JSON.stringify(moves[prompts.length - 1]);
  };
  const judge = verifies((fix) => (fix === "two" ? PASSED : failed("not that")));
  expect(await livedThrough(new AskingDiary(complete), new Principal(place, judge))).toEqual([
    "found open",
    "asked function: answered",
    "cat Makefile: output of cat Makefile",
    "asked function: answered",
    "fix one",
    "asked function: answered",
    "fix two",
    "over: fulfilled",
  ]);
  expect(prompts.at(-1)).toContain("| not that");
});

test("a hook that throws is an error of that contract, and the agent declines", async () => {
  class Clumsy extends Diary {
    override investigationResult(): void {
      throw new Error("clumsy");
    }
  }
  const principal = new Principal(place);
  const diary = new Clumsy();
  expect(await livedThrough(diary, principal)).toEqual([
    "found open",
    "Error: clumsy",
    "over: open",
  ]);
});
