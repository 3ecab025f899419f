/**
 * Fixes that have worked before, by the fingerprint of the failure, in a file of the agent's own. A
 * fix that works is kept; one that fails more often than it works is dropped.
 */
import { readFileSync, statSync } from "node:fs";
import { writeWhole } from "@bazaar/guard/write-whole";
import { fields, parseJson } from "@bazaar/kernel";
import { type Problem, wasTried } from "../problem.ts";
import type { Fix, Solver, Tools } from "../solver.ts";
import { type Fingerprint, fingerprint } from "./known-fixes/fingerprint.ts";
import {
  isFitToKeep,
  type KnownFix,
  MAX_PRINCIPALS,
  readKnownFix,
} from "./known-fixes/known-fix.ts";
import { fixedNames, fromTemplate, namesPlaces, toTemplate } from "./known-fixes/template.ts";

export interface KnownFixesOptions {
  /** Whether a text may be kept: for example, it holds no secrets. */
  readonly isClean?: (text: string) => boolean;
  /** How many principals a fix must have worked for before it is offered to others. */
  readonly trustAfter?: number;
}

/** The file cannot be used. The message is for its owner. */
export class BadKnownFixes extends Error {
  override name = "BadKnownFixes";
}

const WORKED_BEFORE = "This has worked before for the same error.";
const MAX_FIXES = 5_000;
const MAX_BYTES = 16 * 2 ** 20;

export class KnownFixes {
  readonly #path: string;
  readonly #options: Required<KnownFixesOptions>;
  /** In the order of their last success; the first is dropped first. */
  readonly #fixes: Map<string, KnownFix>;

  /** @throws BadKnownFixes */
  constructor(path: string, { isClean = () => true, trustAfter = 1 }: KnownFixesOptions = {}) {
    this.#path = path;
    this.#options = { isClean, trustAfter };
    this.#fixes = new Map(readFixes(path).map((fix) => [fix.key, fix]));
  }

  get size(): number {
    return this.#fixes.size;
  }

  /** The fix for this problem, with the names of this machine filled in. */
  find({ command, error }: Problem): Fix | null {
    const { key, slots, facts } = fingerprint(command, error);
    const known = this.#fixes.get(key);
    if (known === undefined || known.principals.length < this.#options.trustAfter) return null;
    if (!known.fixed.every(({ slot, value }) => slots[slot - 1] === value)) return null;
    const shell = fromTemplate(known.shell, slots);
    const corrected = known.command === null ? undefined : fromTemplate(known.command, slots);
    if (shell === null || corrected === null) return null;
    const isSame = known.facts === facts;
    // A name of the other machine in the fix, or in its explanation, says what is not so here.
    if (!isSame && [known.shell, known.command ?? ""].some(namesPlaces)) return null;
    const words = isSame ? fromTemplate(known.explanation, slots) : null;
    const explanation =
      words === null || words === ""
        ? WORKED_BEFORE
        : `${WORKED_BEFORE} It was explained then as: ${words}`;
    const { needs } = known;
    return {
      shell,
      explanation,
      needs,
      ...(corrected === undefined ? {} : { correctedCommand: corrected }),
    };
  }

  /** Keeps a fix that worked; false if it is not safe to keep. */
  learn(problem: Problem, fix: Fix, principal: string): boolean {
    const print = fingerprint(problem.command, problem.error);
    const known = this.#fixes.get(print.key);
    const learned = templateOf(print, fix, known, principal);
    if (learned === null || !isFitToKeep(learned)) return false;
    const { shell, explanation, command } = learned;
    if (![shell, explanation, command ?? ""].every((text) => this.#options.isClean(text))) {
      return false;
    }
    this.#fixes.delete(print.key);
    this.#fixes.set(print.key, learned);
    const [oldest] = this.#fixes.keys();
    if (this.#fixes.size > MAX_FIXES && oldest !== undefined) this.#fixes.delete(oldest);
    this.#save();
    return true;
  }

  /** Records that the fix was tried and failed. */
  doubt({ command, error }: Problem): void {
    const { key } = fingerprint(command, error);
    const known = this.#fixes.get(key);
    if (known === undefined) return;
    const losses = known.losses + 1;
    if (losses >= known.wins) this.#fixes.delete(key);
    else this.#fixes.set(key, { ...known, losses });
    this.#save();
  }

  #save(): void {
    const fixes = [...this.#fixes.values()];
    writeWhole(this.#path, JSON.stringify({ version: 1, fixes }));
  }
}

/** Tries the known fix first, then the other solver, and keeps what works of the latter. */
export function withKnownFixes(
  known: KnownFixes,
  solver: Solver,
  principalOf = ({ principal }: Problem): string => principal,
): Solver {
  return {
    name: ["known fixes", solver.name].filter((name) => name !== "").join(", "),
    async solve(problem, tools) {
      const fix = known.find(problem);
      if (fix !== null && !wasTried(problem, fix)) {
        const trial = await tools.propose(fix);
        if (trial.verdict === "pass") {
          known.learn(problem, fix, principalOf(problem));
          return "solved";
        }
        if (trial.verdict === "declined") return "solved";
        if (trial.verdict === "fail") known.doubt(problem);
      }
      return solver.solve(tools.now(), learning(known, problem, tools, principalOf(problem)));
    },
  };
}

/** Every attempt starts from the machine as it was, so a fix that passes works by itself. */
function learning(known: KnownFixes, problem: Problem, tools: Tools, principal: string): Tools {
  return {
    ...tools,
    async propose(fix) {
      const trial = await tools.propose(fix);
      if (trial.verdict === "pass") known.learn(problem, fix, principal);
      return trial;
    },
  };
}

function templateOf(
  { key, slots, facts }: Fingerprint,
  { shell, explanation, correctedCommand, needs = [] }: Fix,
  known: KnownFix | undefined,
  principal: string,
): KnownFix | null {
  const template = toTemplate(shell, slots);
  const command = correctedCommand === undefined ? null : toTemplate(correctedCommand, slots);
  if (template === null || (correctedCommand !== undefined && command === null)) return null;
  const isSame = known?.shell === template && known.command === command;
  const before = isSame ? known.principals : [];
  return {
    key,
    shell: template,
    // What is said of a replayed fix explains nothing.
    ...(isSame && explanation.startsWith(WORKED_BEFORE)
      ? { explanation: known.explanation, facts: known.facts }
      : { explanation: toTemplate(explanation, slots) ?? "", facts }),
    command,
    needs,
    fixed: fixedNames([template, command ?? ""], slots),
    wins: (isSame ? known.wins : 0) + 1,
    losses: isSame ? known.losses : 0,
    principals: [...new Set([...before, principal])].slice(-MAX_PRINCIPALS),
  };
}

function readFixes(path: string): readonly KnownFix[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  const bad = (problem: string) =>
    new BadKnownFixes(`${path}: ${problem}; move it away to start over`);
  if (!stats.isFile()) throw bad("not a file");
  if (stats.size > MAX_BYTES) throw bad("too large for known fixes");
  const json = parseJson(readFileSync(path, "utf8"), { duplicateKeys: "refuse" });
  if (!json.ok) throw bad("not JSON");
  const read = fields(json.value);
  read.onlyKnown(["version", "fixes"]);
  read.integer("version", { min: 1, max: 1 });
  const fixes = read.array("fixes", { max: MAX_FIXES }, (items, at) =>
    readKnownFix(items.object(at)),
  );
  if (read.problem !== null) throw bad(`${read.problem.field}: ${read.problem.problem}`);
  // An earlier version may have kept what is not safe to keep.
  return fixes.filter(isFitToKeep);
}
