import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { nearest } from "../nearest.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";

const SAID =
  /Missing script: "([\w:.-]{2,60})"|Unknown command: "([\w:.-]{2,60})"|Command "([\w:.-]{2,60})" not found/;
const NPM_COMMANDS = [
  "install",
  "test",
  "start",
  "run",
  "ci",
  "init",
  "update",
  "uninstall",
  "publish",
];

export const mistypedScript = rule({
  name: "mistyped-script",
  title: "A script of package.json is mistyped, or run without run",
  sees(view) {
    const call = callOf(view, "npm", "pnpm", "yarn");
    const found = firstMatch(view, SAID);
    const typed = found?.[1] ?? found?.[2] ?? found?.[3];
    const word = call?.operands.find(({ value }) => value === typed);
    if (call === null || typed === undefined || word === undefined) return null;
    return { typed, word, isCommand: found?.[2] !== undefined };
  },
  async repair({ typed, word, isCommand }, view, ask) {
    const scripts = scriptsOf((await ask.read("package.json")) ?? "");
    if (isCommand && scripts.includes(typed)) {
      return corrected(
        replaceWord(view, word, `run ${quoteWord(typed)}`),
        `${typed} is a script of package.json, not a command of npm: it needs run.`,
      );
    }
    const meant = nearest(typed, isCommand ? [...NPM_COMMANDS, ...scripts] : scripts);
    if (meant === null) return null;
    const text =
      isCommand && !NPM_COMMANDS.includes(meant) ? `run ${quoteWord(meant)}` : quoteWord(meant);
    return corrected(
      replaceWord(view, word, text),
      `There is no ${typed}; ${meant} is a slip away.`,
    );
  },
});

function scriptsOf(text: string): readonly string[] {
  const [, inside] = /"scripts"\s*:\s*\{([^}]{0,20000})\}/.exec(text) ?? [];
  return [...(inside ?? "").matchAll(/"([\w:.-]{1,60})"\s*:/g)].map(([, name]) => name ?? "");
}
