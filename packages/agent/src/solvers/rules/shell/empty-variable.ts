/**
 * A variable that is empty where the command uses it. The output shows it: what stands before the
 * rest of the word is not there.
 */
import { nearest } from "../nearest.ts";
import { advice, corrected, type Rule, rule } from "../rule.ts";
import type { Word } from "../shell-words.ts";
import { firstMatch, type View } from "../view.ts";

const WORD =
  /^"?\$(?:\{([A-Za-z_]\w{0,60})\}|([A-Za-z_]\w{0,60}))"?((?:\/[\w.@+-]{0,80}){1,12})"?$/;
const FAILED =
  /No such file or directory|Permission denied|Not a directory|Is a directory|Read-only file system/;

const MAX_FAILURES = 20;
const MAX_USES = 20;

interface Emptied {
  readonly word: Word;
  readonly name: string;
  readonly rest: string;
}

function emptied({ calls, lines }: View): Emptied | null {
  const failed = lines.filter((line) => FAILED.test(line)).slice(0, MAX_FAILURES);
  const words = calls.flatMap(({ operands, files, program }) => [program, ...operands, ...files]);
  const used = words.filter(({ raw }) => WORD.test(raw)).slice(0, MAX_USES);
  for (const word of failed.length === 0 ? [] : used) {
    const [, braced, plain, rest = ""] = WORD.exec(word.raw) ?? [];
    const name = braced ?? plain;
    const texts = [`'${rest}'`, `‘${rest}’`, `: ${rest}: `, `"${rest}"`];
    const isSaid = failed.some((line) => texts.some((text) => line.includes(text)));
    if (name !== undefined && isSaid) return { word, name, rest };
  }
  return null;
}

/** Names that the command itself sets before it uses one. */
function setBefore({ command }: View, at: number): readonly string[] {
  const found = command
    .slice(0, at)
    .matchAll(/(?:^|[\s;&|(])(?:for |read )?([A-Za-z_]\w{0,60})(?==| in )/g);
  return [...found].map(([, name]) => name ?? "");
}

const emptyInPath = rule({
  name: "empty-variable",
  title: "An empty variable at the start of a path",
  sees: emptied,
  repair({ word, name, rest }, view) {
    const before = setBefore(view, word.start);
    const became = `so the path became ${rest}`;
    if (before.includes(name)) {
      return advice(
        `The shell puts the value of ${name} into the command before the command gets it, ${became}. Set it first, with a ; behind: ${name}=VALUE; …`,
      );
    }
    const meant = nearest(name, before);
    const isRemoving = /(?:^|[\s;&|])(?:rm|rmdir|mv|shred|dd)\s/.test(view.command);
    if (meant !== null && !isRemoving) {
      const now = word.raw.replace(name, meant);
      return corrected(
        view.command.slice(0, word.start) + now + view.command.slice(word.end),
        `${name} is not set; ${meant} is.`,
      );
    }
    const close = meant === null ? "" : ` (${meant} is)`;
    return advice(
      `${name} is not set or empty in this shell${close}, ${became}. Set it first: ${name}=VALUE. With "\${${name}:?}" the shell stops instead of using an empty value.`,
    );
  },
});

const emptyTarget = rule({
  name: "empty-target",
  title: "An output file named by an empty variable",
  sees(view) {
    const name = firstMatch(view, /: "?\$\{?([A-Za-z_]\w{0,60})\}?"?: ambiguous redirect$/)?.[1];
    return name === undefined ? null : { name };
  },
  repair: ({ name }) =>
    advice(
      `The output goes to $${name}, and ${name} is not set, or holds several words. Set it (${name}=FILE) and put quotes around it: > "$${name}".`,
    ),
});

export const emptyVariables: readonly Rule[] = [emptyInPath, emptyTarget];
