/**
 * Runs the two suites for real, as the user who calls it.
 *
 * A hostile probe runs twice: through the whole guard, and then, with the grammars switched off, in
 * a shell inside the jail, which has to hold alone.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { sample } from "@bazaar/testkit/sample";
import { investigate } from "../../src/investigate/investigate.ts";
import { SYSTEM_PATH } from "../../src/investigate/jail-request.ts";
import { INVESTIGATION_LIMITS, runReadOnly } from "../../src/investigate/run-read-only.ts";
import type { Limits } from "../../src/jail/run-bounded.ts";
import BENIGN from "./benign.json" with { type: "json" };
import { Decoys } from "./decoys.ts";
import HOSTILE from "./hostile.json" with { type: "json" };
import LOOKS_HELD_OUT from "./looks-held-out.json" with { type: "json" };
import LOOKS_SECOND from "./looks-second.json" with { type: "json" };
import LOOKS_SEEN from "./looks-seen.json" with { type: "json" };
import { OwnTime } from "./own-time.ts";
import { EVIL_RAN } from "./project-files.ts";

export interface ProbeResult {
  readonly ask: string;
  /** `guard`: all three walls. `jail`: the second alone. */
  readonly through: "guard" | "jail";
  /** The refusal's code; null when it ran. */
  readonly refused: string | null;
  readonly exitCode: number | null;
  /** What went wrong, in words; empty when it was contained. */
  readonly problems: readonly string[];
}

interface HostileProbe {
  readonly ask: string;
  /** The code it is refused with; null when it is allowed, and harmless. */
  readonly refused: string | null;
  /** Whether it cannot be done at all, also without the grammars. */
  readonly fails?: boolean;
  /** Whether it asks for a secret in git's objects, which no jail can cover: grammar and scrub must. */
  readonly isCommitted?: boolean;
}

/** For what runs: some of it never ends. */
const LIMITS = { ...INVESTIGATION_LIMITS, timeoutMs: 1_500 };
/** The later commands of a pipe have some time of their own, and ending takes a while too. */
const ENDING_MS = 5_000;
const AT_ONCE = 4;
/** What a probe left running would act by then. */
const LATE_MS = 300;

/** How many probes of each suite run, of a sample; all of them in a full run. */
export interface ProbeCounts {
  readonly guard: number;
  readonly jail: number;
  readonly benign: number;
  readonly looks: number;
}

export async function runHostile({ guard, jail }: ProbeCounts): Promise<readonly ProbeResult[]> {
  await using decoys = await Decoys.open();
  using time = new OwnTime();
  const watch = await Watch.over(decoys);
  const suite: readonly HostileProbe[] = HOSTILE;
  const probes = [
    ...sample("hostile probes, guard", suite, guard).map(({ ask, refused }) => {
      return { ask, expected: refused, fails: false, through: "guard" as const };
    }),
    ...sample("hostile probes, jail", suite.filter(isCoverable), jail).map(
      ({ ask, fails = false }) => {
        return { ask, expected: null, fails, through: "jail" as const };
      },
    ),
  ];
  const results = await each(probes, async (probe): Promise<ProbeResult> => {
    const { ask, expected, fails, through } = probe;
    // git is asked about some of those that are refused: a busy machine must not cut that short.
    const limits = expected === null ? LIMITS : INVESTIGATION_LIMITS;
    const startedMs = time.nowMs;
    const answer = await (through === "guard" ? throughGuard : throughJail)(decoys, ask, limits);
    const tookMs = time.nowMs - startedMs;
    const { refused, exitCode, output } = answer;
    const isExpected = refused === expected || (expected === null && refused === "tool_missing");
    const problems = [
      ...(fails && exitCode === 0 ? ["it was done"] : []),
      ...(isExpected ? [] : [`answered ${refused}, expected ${expected}`]),
      ...(output.includes(decoys.canary) ? ["a secret is in the output"] : []),
      ...(through === "guard" && output.includes(EVIL_RAN) ? ["a program of the project ran"] : []),
      ...(tookMs > limits.timeoutMs + ENDING_MS ? [`took ${Math.round(tookMs)} ms`] : []),
      // What a refused one did all the same is seen by the next that runs.
      ...(refused === null ? await watch.news() : []),
    ];
    return { ask, through, refused, exitCode, problems };
  });
  await sleep(LATE_MS);
  const late = [...(await watch.news()), ...(await decoys.leftBehind())];
  const last = { ask: "any of them", through: "jail", refused: null, exitCode: null } as const;
  return late.length === 0 ? results : [...results, { ...last, problems: late }];
}

const isCoverable = ({ isCommitted = false }: HostileProbe): boolean => !isCommitted;

/** Changes to the decoys since the last look, caused by the probes that ran since then. */
class Watch {
  readonly #decoys: Decoys;
  #manifest: string;
  #calls = 0;

  private constructor(decoys: Decoys, manifest: string) {
    this.#decoys = decoys;
    this.#manifest = manifest;
  }

  static async over(decoys: Decoys): Promise<Watch> {
    return new Watch(decoys, await decoys.manifest());
  }

  async news(): Promise<readonly string[]> {
    const calls = this.#decoys.calls.slice(this.#calls);
    this.#calls += calls.length;
    const manifest = await this.#decoys.manifest();
    const hasChanged = manifest !== this.#manifest;
    this.#manifest = manifest;
    const called = calls.map((name) => `${name} was connected to`);
    return hasChanged ? [...called, "a file has changed"] : called;
  }
}

interface BenignProbe {
  readonly ask: string;
  /** What it exits with; 0 where it is not said. */
  readonly exits?: number;
  /** The code of a useful command that is refused all the same. */
  readonly refused?: string;
}

export async function runBenign({ benign }: ProbeCounts): Promise<readonly ProbeResult[]> {
  await using decoys = await Decoys.open();
  const suite: readonly BenignProbe[] = BENIGN;
  const probes = sample("benign probes", suite, benign);
  return await each(probes, async ({ ask, ...expected }): Promise<ProbeResult> => {
    const { refused, exitCode, output } = await throughGuard(decoys, ask, INVESTIGATION_LIMITS);
    return { ask, through: "guard", refused, exitCode, problems: differences() };

    function differences(): readonly string[] {
      if (refused === "tool_missing") return [];
      if (refused !== (expected.refused ?? null)) return [`answered ${refused}`];
      if (refused !== null || exitCode === (expected.exits ?? 0)) return [];
      return [`exit ${exitCode}: ${output.slice(0, 300)}`];
    }
  });
}

/** A look that somebody wrote who had not read the grammars. */
interface OrdinaryLook {
  readonly ask: string;
  readonly ecosystem: string;
  /** Whether it cannot be answered without running the project's code. */
  readonly runsCode?: boolean;
  readonly network?: boolean;
  /** The code of its refusal. */
  readonly refused?: string;
}

/**
 * Of the first list one half was seen while the grammars were written, and the other was not. The
 * second list, by somebody else, measured them before it was used to extend them.
 */
export const LOOKS: Readonly<Record<"seen" | "held out" | "second", readonly OrdinaryLook[]>> = {
  seen: LOOKS_SEEN,
  "held out": LOOKS_HELD_OUT,
  second: LOOKS_SECOND,
};

/** Whatever a look finds in the made-up project, it is answered as its list says. */
export async function runLooks({ looks }: ProbeCounts): Promise<readonly ProbeResult[]> {
  await using decoys = await Decoys.open();
  const watch = await Watch.over(decoys);
  const asked = sample("ordinary looks", Object.values(LOOKS).flat(), looks);
  return await each(asked, async ({ ask, ...expected }): Promise<ProbeResult> => {
    const { refused, exitCode, output } = await throughGuard(decoys, ask, INVESTIGATION_LIMITS);
    const isExpected = refused === (expected.refused ?? null) || refused === "tool_missing";
    const problems = [
      ...(isExpected ? [] : [`answered ${refused}`]),
      ...(output.includes(decoys.canary) ? ["a secret is in the output"] : []),
      ...(output.includes(EVIL_RAN) ? ["a program of the project ran"] : []),
      ...(await watch.news()),
    ];
    return { ask, through: "guard", refused, exitCode, problems };
  });
}

/** The share of useful commands that the grammars allow. */
export function shareAllowed(): number {
  const suite: readonly BenignProbe[] = BENIGN;
  return suite.filter(({ refused }) => refused === undefined).length / suite.length;
}

/** Starts processes until one is refused, and exits with 0 having said how many there were. */
const FORKS =
  "while (defined($pid = fork)) { $pid or do { sleep 60; exit }; push @all, $pid }" +
  "$| = 1; print scalar @all; kill 9, @all";

/** How many processes the jail allows at once; null when the command was stopped for trying. */
export async function countProcesses(): Promise<number | null> {
  await using decoys = await Decoys.open();
  // It is to be stopped by the kernel; how long that takes says something about the machine only.
  const { exitCode, output } = await throughJail(
    decoys,
    `perl -e '${FORKS}'`,
    INVESTIGATION_LIMITS,
  );
  return exitCode === 0 ? Number(output) : null;
}

interface Answer {
  readonly refused: string | null;
  readonly exitCode: number | null;
  /** Before it was scrubbed. */
  readonly output: string;
}

async function throughGuard(decoys: Decoys, ask: string, limits: Limits): Promise<Answer> {
  let output = "";
  const found = await investigate({
    command: decoys.fill(ask),
    directory: decoys.project,
    home: decoys.home,
    searchPath: `${decoys.project}:${SYSTEM_PATH}`,
    limits,
    scrub: (text) => {
      output = text;
      return text;
    },
  });
  if (!found.ok) return { refused: found.refusal.code, exitCode: null, output: "" };
  return { refused: null, exitCode: found.value.exitCode, output };
}

async function throughJail(decoys: Decoys, ask: string, limits: Limits): Promise<Answer> {
  const text = decoys.fill(ask).replaceAll("\0", "");
  const { exitCode, output } = await runReadOnly({
    words: ["/bin/bash", "--noprofile", "--norc", "-c", text],
    directory: decoys.project,
    home: decoys.home,
    workingTree: decoys.project,
    searchPath: `${SYSTEM_PATH}:${decoys.project}`,
    limits,
  });
  return { refused: null, exitCode, output };
}

async function each<In, Out>(
  items: readonly In[],
  work: (item: In) => Promise<Out>,
): Promise<readonly Out[]> {
  const results: Out[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index] as In);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
