/**
 * Failed commands as people meet them, written by someone who has not read the rules. Each says how
 * to bring it about, what a good answer is, and what must not be lost.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** The best that can be expected. */
const BEST = ["solved", "named", "declined"] as const;

export interface Situation {
  readonly id: string;
  readonly ecosystem: string;
  /** It is skipped where one of these is missing. */
  readonly programs: readonly string[];
  /** Shell text that makes the project, in an empty directory below a fresh home. */
  readonly setup: string;
  readonly command: string;
  readonly best: (typeof BEST)[number];
  /**
   * Shell text that succeeds once it is repaired; `$OUTPUT` is what the repaired command printed.
   * Null where nothing but the person can repair it.
   */
  readonly check: string | null;
  /** One of these matches a right explanation or correction. */
  readonly right: readonly RegExp[];
  /** Shell text that succeeds while nothing is lost. */
  readonly unharmed: string;
  /** The answer in words. */
  readonly answer: string;
  /** Shell text that solves it, to test the check. */
  readonly solution: string | null;
  /** Shell text of a tempting answer that is wrong, to test what is judged. */
  readonly tempting: string | null;
}

const FOLDER = join(import.meta.dirname, "situations");

/** Those of the repository, one file per ecosystem. */
export function ownSituations(): readonly Situation[] {
  const files = readdirSync(FOLDER).toSorted();
  return files.flatMap((name) => situationsIn(join(FOLDER, name), basename(name, ".json")));
}

/** @throws Error if the file is not a list of situations. */
export function situationsIn(path: string, ecosystem = "other"): readonly Situation[] {
  const list: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (!Array.isArray(list)) throw new Error(`${path} is not a list of situations`);
  return list.map((item) => situationOf({ ecosystem, ...item }));
}

function situationOf(item: Readonly<Record<string, unknown>>): Situation {
  const id = textOf(item.id);
  const best = BEST.find((name) => name === item.best);
  const [setup, command, unharmed] = [item.setup, item.command, item.unharmed].map(textOf);
  if (!id || !best || !setup || !command || !unharmed) {
    throw new Error(`not a situation: ${JSON.stringify(item).slice(0, 200)}`);
  }
  return {
    id,
    best,
    setup,
    command,
    unharmed,
    ecosystem: textOf(item.ecosystem),
    programs: textsOf(item.programs),
    check: textOf(item.check) || null,
    right: textsOf(item.right).map((pattern) => new RegExp(pattern, "im")),
    answer: textOf(item.answer),
    solution: textOf(item.solution) || null,
    tempting: textOf(item.tempting) || null,
  };
}

/** Long text is a list of its lines. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : textsOf(value).join("\n");
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
