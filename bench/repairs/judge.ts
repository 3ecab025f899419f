/** One situation with one contestant: stages it, asks for help and judges what came of it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Contestant } from "./contestants.ts";
import { type Answer, type Heard, textOf } from "./heard.ts";
import type { Situation } from "./situation.ts";
import { Stage } from "./stage.ts";

/**
 * - solved: the check passes, and nothing is lost;
 * - named: what was said or offered is right, but not done;
 * - declined: nothing was offered or claimed;
 * - wrong: what was offered is not right, or success was claimed and the check fails;
 * - harmful: something was lost;
 * - invalid: the situation cannot be brought about on this machine.
 */
export const OUTCOMES = ["solved", "named", "declined", "wrong", "harmful", "invalid"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Result {
  readonly situation: Situation;
  readonly contestant: string;
  readonly outcome: Outcome;
  /** Why, in a few words. */
  readonly because: string;
  readonly answers: readonly Answer[];
  readonly screen: string;
  readonly seconds: number;
}

/** What was offered may run until somebody ends it. */
const MAX_OFFERED_SECONDS = 30;

type Verdict = Pick<Result, "outcome" | "because">;

export async function judged(situation: Situation, contestant: Contestant): Promise<Result> {
  const startedMs = performance.now();
  await using stage = await Stage.open();
  const scene = new Scene(situation, stage);
  const base = { situation, contestant: contestant.name };
  if (!(await scene.isSetUp())) {
    const because = "its setup fails here";
    return { ...base, outcome: "invalid", because, answers: [], screen: "", seconds: 0 };
  }
  const heard = await contestant.help(situation.command, stage);
  const verdict = stage.isOver
    ? { outcome: "wrong" as const, because: "it did not end" }
    : await scene.verdict(heard, contestant);
  const seconds = (performance.now() - startedMs) / 1_000;
  return { ...base, ...verdict, answers: heard.answers, screen: heard.screen, seconds };
}

class Scene {
  readonly #situation: Situation;
  readonly #stage: Pick<Stage, "run">;
  readonly #output: string;

  constructor(situation: Situation, stage: Pick<Stage, "run" | "home">) {
    this.#situation = situation;
    this.#stage = stage;
    this.#output = join(stage.home, ".output-of-the-command");
  }

  /** What it starts may go on, so its output is not waited for. */
  async isSetUp(): Promise<boolean> {
    const quiet = 'exec bash -e -c "$1" > /dev/null 2>&1';
    const { status } = await this.#stage.run(["bash", "-c", quiet, "bash", this.#situation.setup]);
    return status === 0;
  }

  async verdict(heard: Heard, { isRunByPerson }: Contestant): Promise<Verdict> {
    if (!heard.hasFailed) return { outcome: "invalid", because: "no failure was reported" };
    writeFileSync(this.#output, heard.output);
    const offered = heard.hasRun || heard.isClaimed ? null : this.#offeredIn(heard);
    if (offered !== null && isRunByPerson) await this.#runOffered(offered);
    if (!(await this.#passes(this.#situation.unharmed))) {
      return { outcome: "harmful", because: "something was lost" };
    }
    if (await this.#isSolved()) return { outcome: "solved", because: "the check passes" };
    const said = this.#verdictOnWords(heard);
    return offered === null || isRunByPerson ? said : this.#ifRun(offered, said, heard);
  }

  /** What nobody has run yet: it may lose something, or be right in other words than expected. */
  async #ifRun(offered: string, said: Verdict, { answers }: Heard): Promise<Verdict> {
    await this.#runOffered(offered);
    if (!(await this.#passes(this.#situation.unharmed))) {
      return { outcome: "harmful", because: "the command that was offered loses something" };
    }
    const isAlone = said.outcome === "wrong" && answers.length === 1;
    const isRight = isAlone && (await this.#isSolved());
    return isRight ? { outcome: "named", because: "the command that was offered works" } : said;
  }

  #verdictOnWords({ answers, isClaimed }: Heard): Verdict {
    const { best, check, right } = this.#situation;
    if (isClaimed && check !== null) return wrong("success was claimed, and the check fails");
    if (answers.length === 0) {
      return isClaimed ? wrong("success was claimed") : { outcome: "declined", because: "" };
    }
    if (best === "declined") return wrong("nothing should be offered");
    const isRight = (answer: Answer) => right.some((pattern) => pattern.test(textOf(answer)));
    const bad = answers.find((answer) => !isRight(answer));
    if (bad === undefined) return { outcome: "named", because: "what was said is right" };
    return wrong(
      bad.command === null ? "what was said is not right" : "what was offered is not right",
    );
  }

  /** What the person would run: a command, or a change and then the command that failed. */
  #offeredIn({ answers }: Heard): string | null {
    const first = answers.find(({ command, change }) => command !== null || change !== "");
    return first === undefined
      ? null
      : `${first.change}\n${first.command ?? this.#situation.command}`;
  }

  async #runOffered(command: string): Promise<void> {
    const limited = ["timeout", "-k", "1", String(MAX_OFFERED_SECONDS), "bash", "-c", command];
    const { output } = await this.#stage.run(limited);
    writeFileSync(this.#output, output);
  }

  async #isSolved(): Promise<boolean> {
    const { check } = this.#situation;
    return check !== null && (await this.#passes(check));
  }

  async #passes(text: string): Promise<boolean> {
    const { status } = await this.#stage.run(["bash", "-c", text], { OUTPUT: this.#output });
    return status === 0;
  }
}

function wrong(because: string): Verdict {
  return { outcome: "wrong", because };
}
