/**
 * Settings for git that keep a repository's own configuration from running programs.
 *
 * Those with fixed names are in git's grammar. Filters have names that the repository chooses, so
 * git itself is asked for them first: reading its configuration runs nothing.
 */
import { type ReadOnlyRun, runReadOnly } from "./run-read-only.ts";

const RUNS = /^filter\..+\.(?:clean|smudge|process|required)$/s;

/** As environment variables, which override every file. */
export async function gitSettings(run: ReadOnlyRun): Promise<Readonly<Record<string, string>>> {
  const [program = ""] = run.words;
  const { GIT_CONFIG_COUNT: count } = run.environment ?? {};
  if (count === undefined) return {};
  const words = [program, "config", "--null", "--name-only", "--list"];
  const { stdout } = await runReadOnly({ ...run, words });
  const names = [...new Set(stdout.split("\0").filter((name) => RUNS.test(name)))];
  const first = Number(count);
  const settings: Record<string, string> = { GIT_CONFIG_COUNT: String(first + names.length) };
  for (const [index, name] of names.entries()) {
    settings[`GIT_CONFIG_KEY_${first + index}`] = name;
    settings[`GIT_CONFIG_VALUE_${first + index}`] = name.endsWith(".required") ? "false" : "";
  }
  return settings;
}

/** An operand that is a file by its hash or tag: no path says whether it is secret. */
export async function fileByHash(run: ReadOnlyRun): Promise<string | null> {
  const [program = "", verb, ...rest] = run.words;
  if (verb !== "diff" && verb !== "cat-file") return null;
  const end = rest.indexOf("--");
  const names = (end === -1 ? rest : rest.slice(0, end))
    .filter((word) => !/^[-:]/.test(word))
    .flatMap((word) => word.split(/\.{2,3}/))
    .filter((name) => name !== "");
  if (names.length === 0) return null;
  const words = [program, "cat-file", "--batch-check=%(objecttype)"];
  const { stdout } = await runReadOnly({ ...run, words, input: `${names.join("\n")}\n` });
  const found = stdout.split("\n").indexOf("blob");
  return names[found] ?? null;
}
