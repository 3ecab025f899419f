/**
 * What git is asked before one of its commands runs.
 *
 * Settings keep a repository's own configuration from running programs. Those with fixed names are
 * in git's grammar. Filters have names that the repository chooses, so git itself is asked for them:
 * reading its configuration runs nothing. Where git was stopped before it had answered, nothing is
 * known, and the command must not run.
 */
import type { StoppedBy } from "@bazaar/kernel";
import { allow, type Checked, deny } from "./refusal.ts";
import { type ReadOnlyRun, runReadOnly } from "./run-read-only.ts";

const RUNS = /^filter\..+\.(?:clean|smudge|process|required)$/s;

interface Settings {
  /** As environment variables, which override every file. */
  readonly settings: Readonly<Record<string, string>>;
}

interface Unanswered {
  readonly stoppedBy: StoppedBy;
}

export async function askGit(run: ReadOnlyRun): Promise<Checked<Settings | Unanswered>> {
  const found = await fileByHash(run);
  if ("stoppedBy" in found) return allow(found);
  if (found.file === null) return allow(await gitSettings(run));
  const problem = "it is a file, not a commit; git show REVISION:PATH shows one";
  return deny({ code: "operand_refused", tool: "git", word: found.file, problem });
}

async function gitSettings(run: ReadOnlyRun): Promise<Settings | Unanswered> {
  const [program = ""] = run.words;
  const { GIT_CONFIG_COUNT: count } = run.environment ?? {};
  if (count === undefined) return { settings: {} };
  const words = [program, "config", "--null", "--name-only", "--list"];
  const { stdout, stoppedBy } = await runReadOnly({ ...run, words });
  if (stoppedBy !== null) return { stoppedBy };
  const names = [...new Set(stdout.split("\0").filter((name) => RUNS.test(name)))];
  const first = Number(count);
  const settings: Record<string, string> = { GIT_CONFIG_COUNT: String(first + names.length) };
  for (const [index, name] of names.entries()) {
    settings[`GIT_CONFIG_KEY_${first + index}`] = name;
    settings[`GIT_CONFIG_VALUE_${first + index}`] = name.endsWith(".required") ? "false" : "";
  }
  return { settings };
}

/** An operand that is a file by its hash or tag: no path says whether it is secret. */
async function fileByHash(
  run: ReadOnlyRun,
): Promise<{ readonly file: string | null } | Unanswered> {
  const [program = "", verb, ...rest] = run.words;
  if (verb !== "diff" && verb !== "cat-file") return { file: null };
  const end = rest.indexOf("--");
  const names = (end === -1 ? rest : rest.slice(0, end))
    .filter((word) => !/^[-:]/.test(word))
    .flatMap((word) => word.split(/\.{2,3}/))
    .filter((name) => name !== "");
  if (names.length === 0) return { file: null };
  const words = [program, "cat-file", "--batch-check=%(objecttype)"];
  const input = `${names.join("\n")}\n`;
  const { stdout, stoppedBy } = await runReadOnly({ ...run, words, input });
  if (stoppedBy !== null) return { stoppedBy };
  const found = stdout.split("\n").indexOf("blob");
  return { file: names[found] ?? null };
}
