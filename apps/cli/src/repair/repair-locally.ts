/**
 * A repair without any market: what has worked here before, rules, and models the person has
 * access to. The same keyhole, the same sandbox and the same approval as for a stranger; nothing
 * is posted and nobody is paid.
 */
import { type Fix, type Look, type Problem, type Trial, taskIn, WorkOver } from "@bazaar/agent";
import { contractDocument, detectEnvironment, type Repaired, tryFix } from "@bazaar/client";
import { explain, investigate } from "@bazaar/guard/investigate";
import { agentSolver, readModelAccess } from "@bazaar/server/agent-solver";
import { fixHome } from "../home.ts";
import { localConditions } from "./conditions.ts";
import type { Workplace } from "./repair-failure.ts";

const MAX_LOOKS = 20;

/** Null where nobody had an idea that works, or the person wants none of it. */
export async function repairLocally(place: Workplace): Promise<Repaired | null> {
  const bench = new Workbench(place);
  const { knownFixes } = fixHome(place.home);
  const solver = agentSolver({
    knownFixes,
    trustAfter: 1,
    access: readModelAccess(process.env),
    onError: (error, { name }) => place.audience.say(name, String(error)),
  });
  try {
    await solver.solve(bench.now(), bench);
  } catch (error) {
    if (!(error instanceof WorkOver)) throw error;
  }
  if (bench.repaired === null && bench.now().tried.length === 0) {
    place.audience.say("no idea", "nothing that is known here fits this failure");
  }
  return bench.repaired;
}

class Workbench {
  readonly signal: AbortSignal;
  repaired: Repaired | null = null;
  readonly #place: Workplace;
  readonly #problem: Problem;
  readonly #seen: Problem["seen"][number][] = [];
  readonly #tried: Problem["tried"][number][] = [];

  constructor(place: Workplace) {
    this.#place = place;
    this.#problem = problemOf(place);
    this.signal = place.audience.signal;
    // A solver is given these as plain functions.
    this.now = this.now.bind(this);
    this.look = this.look.bind(this);
    this.propose = this.propose.bind(this);
  }

  now(): Problem {
    return {
      ...this.#problem,
      looksLeft: MAX_LOOKS - this.#seen.length,
      attemptsLeft: this.#problem.attemptsLeft - this.#tried.length,
      seen: [...this.#seen],
      tried: [...this.#tried],
    };
  }

  async look(command: string): Promise<Look> {
    const { failure, home, path, scrub, audience } = this.#place;
    this.#stopIfHalted();
    if (this.now().looksLeft <= 0) return { isSeen: false, because: "no looks left" };
    const directory = failure.directory;
    const found = await investigate({ command, directory, home, searchPath: path, scrub });
    if (!found.ok) {
      audience.tell({ type: "look_refused", command, refusal: found.refusal });
      return { isSeen: false, because: explain(found.refusal) };
    }
    audience.tell({ type: "looked", command, finding: found.value });
    this.#seen.push({ command, output: found.value.output });
    return { isSeen: true, output: found.value.output };
  }

  async propose({ shell, explanation, correctedCommand }: Fix): Promise<Trial> {
    this.#stopIfHalted();
    const { failure, config, openSandbox, scrub, path, audience } = this.#place;
    const { tell, signal } = audience;
    const proposal = { fix: shell, explanation, command: correctedCommand ?? null };
    tell({ type: "trying", proposal, attempt: this.#tried.length + 1 });
    const opened = await openSandbox();
    if (!opened.ok) {
      tell({ type: "no_sandbox", refusal: opened.refusal });
      throw new WorkOver("no sandbox");
    }
    await using attempt = await tryFix(opened.value, {
      fix: shell,
      command: correctedCommand ?? failure.command,
      checks: this.#problem.checks,
      timeoutMs: config.timeoutSeconds * 1_000,
      scrub,
      signal,
      onOutput: (bytes, stream) => tell({ type: "output", bytes, stream }),
    });
    tell({ type: "tried", verdict: attempt.verdict, evidence: attempt.evidence });
    const said = String(attempt.evidence.tail ?? "");
    this.#tried.push({ shell, correctedCommand: correctedCommand ?? null, said });
    if (attempt.verdict !== "pass") {
      return { verdict: "fail", said, attemptsLeft: this.now().attemptsLeft };
    }
    const changes = await attempt.changes({ workingTree: failure.directory, path });
    if (!changes.ok) {
      tell({ type: "not_committed", refusal: changes.refusal });
      throw new WorkOver("its changes cannot be shown");
    }
    tell({ type: "changes", changes: changes.value });
    const plan = await audience.approve(changes.value, proposal);
    // Whoever said no to what works is not asked again.
    if (plan === null) throw new WorkOver("not approved");
    const committed = await attempt.commit(plan);
    if (!committed.ok) {
      tell({ type: "not_committed", refusal: committed.refusal });
      throw new WorkOver("not committed");
    }
    tell({ type: "committed", changes: committed.value.changes });
    this.repaired = { proposal };
    return { verdict: "pass" };
  }

  #stopIfHalted(): void {
    if (this.signal.aborted) throw new WorkOver("halted");
  }
}

/** The failure as an agent would be told of it. */
function problemOf({ failure, config, path, scrub }: Workplace): Problem {
  const { checks, mode, ...conditions } = localConditions(config);
  const environment = detectEnvironment(path);
  const document = contractDocument(failure, { checks, mode, ...conditions }, environment, scrub);
  return {
    ...taskIn(document),
    contract: "local",
    principal: "local",
    checks,
    mode,
    looksLeft: MAX_LOOKS,
    attemptsLeft: config.maxAttempts,
    seen: [],
    tried: [],
  };
}
