/** Names that a command reads: split at spaces by xargs, or with the line endings of Windows. */
import { insertAfter } from "../edit-command.ts";
import { sedInPlace } from "../quote.ts";
import { corrected, type Rule, rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

const MAX_LINES = 20;

const splitNames = rule({
  name: "split-names",
  title: "Names with spaces behind xargs",
  sees(view) {
    const call = view.calls.find(({ program }) => program.value === "xargs");
    const hasOwn =
      call?.operands.some(({ raw }) => /^-[0dI]|^--(?:null|delimiter|replace)/.test(raw)) ?? true;
    const paths = view.lines.flatMap(
      (line) =>
        /^[\w.-]{1,40}: (?:cannot \w{1,20} )?['‘]?([^'’:]{1,255})['’]?: No such file or directory$/.exec(
          line,
        )?.[1] ?? [],
    );
    return call === undefined || hasOwn || paths.length < 2
      ? null
      : { call, paths: paths.slice(0, MAX_LINES) };
  },
  async repair({ call, paths }, view, ask) {
    const names = await ask.find(/ /);
    // Two parts that were reported one after the other make up a name that exists.
    const isSplit = paths.some((path, at) =>
      names.some((name) => name.endsWith(`${path.replace(/^\.\//, "")} ${paths[at + 1]}`)),
    );
    if (!isSplit) return null;
    return corrected(
      insertAfter(view, call.program, String.raw`-d '\n'`),
      "xargs splits names at spaces; with -d '\\n' every line is one name.",
    );
  },
});

const LINE_END =
  /(?:\$'\\r'|\\r['’]?|\\u\{d\}['’]?): (?:No such file or directory|command not found|not found)/;

const windowsList = rule({
  name: "windows-list",
  title: "A list with Windows line endings",
  sees(view) {
    const files = view.calls.flatMap((call) => [
      ...call.files,
      ...(call.program.value === "cat" ? call.operands : []),
    ]);
    // After `done` the redirection belongs to no command.
    const behind = /<\s*([\w./-]{1,200})\s*(?:$|[;&|])/.exec(view.command)?.[1];
    const names = [...files.map(({ value }) => value), behind].filter((name) => name != null);
    return firstMatch(view, LINE_END) === null || names.length === 0 ? null : { names };
  },
  async repair({ names }, _view, ask) {
    for (const name of names) {
      const file = await ask.locate(name);
      const found = file === null ? null : await ask.ask("grep", "-lP", String.raw`\r`, file);
      if (file === null || found?.trim() !== file) continue;
      return {
        shell: sedInPlace(String.raw`s/\r$//`, file),
        explanation: `${file} has Windows line endings, so every name in it ends with an invisible character; this converts them.`,
      };
    }
    return null;
  },
});

export const namesFromInput: readonly Rule[] = [splitNames, windowsList];
