/**
 * Runs a line of commands without a shell, each in a jail of its own.
 *
 * Between two commands of a pipe the guard scrubs the text and passes it on, so a tool that cuts
 * lines into parts, or writes them in another way, only gets what could have been sent as it is.
 * Error messages follow the output, even where they are merged: mixed, a message could split a
 * secret, and neither half would be recognised.
 */
import type { StoppedBy } from "@bazaar/kernel";
import { isSecretPath } from "../jail/masks.ts";
import { checkStage, type Moment, type Plan, patternsOf } from "./check-command.ts";
import { findMatches, readable } from "./find-matches.ts";
import { askGit } from "./git-settings.ts";
import { isInside, type JailPlace, jailRequest, whatIs } from "./jail-request.ts";
import { type Gathering, planStage, type StagePlan } from "./plan-stage.ts";
import { allow, type Checked, deny, explain, type InvestigationRefusal } from "./refusal.ts";
import { runReadOnly } from "./run-read-only.ts";
import { type Line, linesIn, type Stage, type Step } from "./shell-line.ts";

export interface LineRun {
  /** Of its last command; null when it was stopped. */
  readonly exitCode: number | null;
  readonly stoppedBy: StoppedBy | null;
  /** What the reader should know about the output. */
  readonly notes: readonly string[];
  readonly output: string;
  readonly durationMs: number;
}

export interface LinePlace extends Omit<JailPlace, "root"> {
  /** Removes what may not be sent. */
  readonly clean: (text: string) => string;
  /** Asked before every command that runs; a refusal ends the line. */
  readonly permit?: (reading: Reading) => Promise<InvestigationRefusal | null>;
}

/** What one command is about to read. */
export interface Reading {
  /** The tool first, by its name; a tool that runs another has both. */
  readonly words: readonly string[];
  /** Every path it names, absolute. */
  readonly paths: readonly string[];
  /** Whether it shows contents of files that it does not name, below the directory it starts in. */
  readonly readsDirectory: boolean;
}

/** Exit codes of `timeout` when it stopped its command. */
const TIMED_OUT: ReadonlySet<number> = new Set([124, 137]);
/** For a command that filters what another printed until the time was over. */
const FILTER_MS = 1_000;
const MAX_GATHERED = 500;
/** No word of a program may be much longer. */
const MAX_PRINTED = 50_000;

export function runLine({ line }: Plan, place: LinePlace): Promise<Checked<LineRun>> {
  return new Runner(place).run(line.steps);
}

/** What one command printed. */
interface Said {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly stoppedBy: StoppedBy | null;
}

const SILENT: Said = { stdout: "", stderr: "", exitCode: 0, stoppedBy: null };

class Runner {
  readonly #place: LinePlace;
  readonly #notes = new Set<string>();
  #output = "";
  /** Apart from the output where another command gets that. */
  #errors: string | null = null;
  #at: string;
  #exitCode = 0;
  #usedMs = 0;

  constructor(place: LinePlace) {
    this.#place = place;
    this.#at = place.directory;
  }

  async run(steps: readonly Step[]): Promise<Checked<LineRun>> {
    let last: Said = SILENT;
    for (const { runs, stages } of steps) {
      if (runs === "after_success" && this.#exitCode !== 0) continue;
      if (runs === "after_failure" && this.#exitCode === 0) continue;
      const said = await this.#pipeline(stages);
      if (!said.ok) return said;
      last = said.value;
      this.#exitCode = last.exitCode ?? 1;
      if (last.stoppedBy !== null) break;
    }
    const { exitCode, stoppedBy } = last;
    const [output, durationMs] = [this.#output, this.#usedMs];
    return allow({ exitCode, stoppedBy, notes: [...this.#notes], output, durationMs });
  }

  async #pipeline(stages: readonly Stage[]): Promise<Checked<Said>> {
    let said = SILENT;
    let before: string | null = null;
    let errors = "";
    for (const stage of stages) {
      const moment = await this.#moment(stage, before !== null);
      if (!moment.ok) return moment;
      const planned = checkStage(stage, moment.value);
      const ran = planned.ok ? await this.#stage(planned.value, before) : unprinted(stage, planned);
      if (!ran.ok) return ran;
      said = ran.value;
      before = stage.stdout === "hidden" ? "" : said.stdout;
      if (stage.stderr === "merged") before = joined(before, said.stderr);
      if (stage.stderr === "shown") errors = joined(errors, said.stderr);
    }
    this.#output = joined(this.#output, before ?? "");
    if (this.#errors === null) this.#output = joined(this.#output, errors);
    else this.#errors = joined(this.#errors, errors);
    return allow(said);
  }

  /** What a line prints that becomes words of another command: scrubbed, as words are repeated. */
  async #printed({ steps }: Line): Promise<Checked<string>> {
    const inner = new Runner(this.#place);
    inner.#errors = "";
    inner.#at = this.#at;
    inner.#usedMs = this.#usedMs;
    const run = await inner.run(steps);
    if (!run.ok) return run;
    this.#usedMs = inner.#usedMs;
    this.#output = joined(this.#output, inner.#errors);
    for (const note of run.value.notes) this.#notes.add(note);
    const text = this.#place.clean(run.value.output).replaceAll("\0", "");
    if (text.length <= MAX_PRINTED) return allow(text);
    const problem = `a substituted command printed more than ${MAX_PRINTED} characters`;
    return deny({ code: "not_one_command", problem });
  }

  /** What is known before a command runs. */
  async #moment(stage: Stage, hasInput: boolean): Promise<Checked<Moment>> {
    const { directory, home, searchPath } = this.#place;
    const matches = new Map<string, readonly string[]>();
    const printed = new Map<Line, string>();
    for (const line of linesIn(stage)) {
      const text = await this.#printed(line);
      if (!text.ok) return text;
      printed.set(line, text.value);
    }
    const moment: Moment = {
      ...{ directory, home, at: this.#at, exitCode: this.#exitCode, matches, printed, hasInput },
      ...(searchPath === undefined ? {} : { searchPath }),
    };
    for (const pattern of patternsOf(stage, moment)) {
      const found = await findMatches(pattern, this.#here());
      if (!found.ok) return found;
      matches.set(pattern, found.value);
    }
    return allow(moment);
  }

  async #stage(plan: StagePlan, before: string | null): Promise<Checked<Said>> {
    for (const note of plan.notes) this.#notes.add(note);
    if (plan.isAbsent) return allow({ ...SILENT, exitCode: 1 });
    if (plan.changesTo !== null) return allow(await this.#change(plan.changesTo));
    if (plan.gathers !== null) return this.#gather(plan, plan.gathers, before ?? "");
    if (!plan.filters) return this.#jail(plan, null);
    if (plan.files.length === 0) return this.#jail(plan, this.#place.clean(before ?? ""));
    const read = await this.#read(plan.files);
    if (!read.ok) return read;
    const said = await this.#jail(plan, this.#place.clean(read.value.stdout));
    if (!said.ok) return said;
    return allow({ ...said.value, stderr: joined(read.value.stderr, said.value.stderr) });
  }

  #read(files: readonly string[]): Promise<Checked<Said>> {
    const { home } = this.#place;
    const here = { directory: this.#at, home, root: this.#at, hasInput: false, input: null };
    const planned = planStage(["cat", "--", ...files], here);
    return planned.ok ? this.#jail(planned.value, null) : Promise.resolve(planned);
  }

  async #jail(plan: StagePlan, input: string | null): Promise<Checked<Said>> {
    const { limits, permit } = this.#place;
    const leftMs = Math.max(limits.timeoutMs - this.#usedMs, Math.min(FILTER_MS, limits.timeoutMs));
    const request = await jailRequest(plan, {
      ...this.#here(),
      limits: { ...limits, timeoutMs: leftMs },
    });
    if (!request.ok) return request;
    const refusal = (await permit?.(await readingOf(plan))) ?? null;
    if (refusal !== null) return deny(refusal);
    const [program] = plan.words;
    const isGit = typeof program === "object" && program.program === "git";
    const asked = isGit ? await askGit(request.value) : allow({ settings: {} });
    if (!asked.ok) return asked;
    if ("stoppedBy" in asked.value) return allow(this.#unanswered(asked.value.stoppedBy));
    const run = await runReadOnly({
      ...request.value,
      environment: { ...request.value.environment, ...asked.value.settings },
      ...(input === null ? {} : { input }),
    });
    this.#usedMs += run.durationMs;
    const { exitCode, stoppedBy } = run;
    if (stoppedBy !== null) this.#notes.add(stopNote(stoppedBy, this.#place));
    const hasEnded = exitCode !== null && !TIMED_OUT.has(exitCode);
    const [stdout = "", stderr = ""] = [run.stdout, run.stderr].map((text) =>
      hasEnded ? text : wholeLines(text),
    );
    return allow({ stdout, stderr, exitCode, stoppedBy });
  }

  #unanswered(stoppedBy: StoppedBy): Said {
    this.#notes.add(stopNote(stoppedBy, this.#place));
    return { ...SILENT, exitCode: null, stoppedBy };
  }

  #here(): JailPlace {
    return { ...this.#place, root: this.#place.directory, directory: this.#at };
  }

  #secret(path: string): string | null {
    return isSecretPath(path, this.#place.home) ? "it is private" : null;
  }

  /** `cd`: the real directory must lie in the working tree, wherever links lead. */
  async #change(to: string): Promise<Said> {
    const { directory } = this.#place;
    const real = await whatIs(to);
    const isHere = real?.isDirectory && isInside(real.path, directory);
    if (isHere && this.#secret(real.path) === null) {
      this.#at = real.path;
      return SILENT;
    }
    return { ...SILENT, exitCode: 1, stderr: `cd: ${to}: no such directory in the working tree\n` };
  }

  /**
   * `xargs`: the names become operands, which the grammar checks like any others. They are scrubbed
   * first: a tool repeats what it does not find, one word at a time.
   */
  async #gather(
    plan: StagePlan,
    { words, separator, template, isOwn }: Gathering,
    before: string,
  ): Promise<Checked<Said>> {
    const { home, directory: root, clean } = this.#place;
    const found = isOwn ? await this.#jail(plan, null) : null;
    if (found !== null && !found.ok) return found;
    const printed = clean((found?.value.stdout ?? before).replaceAll("\0", "\n"));
    const named = printed.split(separator).filter((name) => name !== "");
    const names = await readable(
      named
        .map((name) => template.replaceAll("{}", () => name))
        .map((name) => (name.startsWith("-") ? `./${name}` : name)),
      { directory: this.#at, home },
    );
    if (names.length < named.length) this.#notes.add("private files were left out");
    if (names.length > MAX_GATHERED) this.#notes.add(`only the first ${MAX_GATHERED} files`);
    if (names.length === 0) return allow(SILENT);
    const planned = planStage([...words, ...names.slice(0, MAX_GATHERED)], {
      ...{ directory: this.#at, home, root, hasInput: false, input: null },
    });
    return planned.ok ? this.#stage(planned.value, null) : planned;
  }
}

/** Where a substituted command printed nothing, an operand may be missing: the tool would say so. */
function unprinted(
  stage: Stage,
  refused: { readonly ok: false; readonly refusal: InvestigationRefusal },
): Checked<Said> {
  const isUnprinted = refused.refusal.code === "operand_missing" && linesIn(stage).length > 0;
  if (!isUnprinted) return refused;
  return allow({ ...SILENT, exitCode: 1, stderr: `${explain(refused.refusal)}\n` });
}

/** A tool that filters gets its files from another, which is asked about them. */
async function readingOf({ words, paths, filters, readsTrees }: StagePlan): Promise<Reading> {
  const named = words.map((word) => (typeof word === "string" ? word : word.program));
  if (filters) return { words: named, paths: [], readsDirectory: false };
  // What git takes for a revision is no path: then it shows whatever the revision changed.
  const found = await Promise.all(paths.map(whatIs));
  const isOfPaths = named[0] === "git" ? found.some((one) => one !== null) : paths.length > 0;
  return { words: named, paths, readsDirectory: readsTrees && !isOfPaths };
}

/** A stopped tool may end in the middle of a secret, and half a secret is not recognised. */
function wholeLines(output: string): string {
  return output.slice(0, output.lastIndexOf("\n") + 1);
}

function joined(before: string, after: string): string {
  const divider = before === "" || after === "" || before.endsWith("\n") ? "" : "\n";
  return `${before}${divider}${after}`;
}

function stopNote(stoppedBy: StoppedBy, { limits }: LinePlace): string {
  if (stoppedBy === "time") return `ended after ${limits.timeoutMs / 1_000} seconds`;
  if (stoppedBy === "output") return `ended after ${limits.outputBytes} bytes of output`;
  return "ended because it used too much memory";
}
