import { quoteWord } from "@bazaar/work";
import type { Investigator } from "../investigator.ts";
import { mistyped, operandOf, wordOfCommand } from "../mistyped.ts";
import { nearest } from "../nearest.ts";
import { hasLine } from "../view.ts";

const UNKNOWN_COMMAND = /Unknown command: "([\w:.-]{2,60})"/;
const NPM_COMMANDS = "install test start run ci init update uninstall publish".split(" ");

export const mistypedScript = mistyped({
  name: "mistyped-script",
  kind: "npm command or script",
  finds(view) {
    const typo = wordOfCommand({
      says: [
        /Missing script: "([\w:.-]{2,60})"/,
        UNKNOWN_COMMAND,
        /Command "([\w:.-]{2,60})" not found/,
      ],
      word: operandOf("npm", "pnpm", "yarn"),
    })(view);
    return typo === null ? null : { ...typo, isCommand: hasLine(view, UNKNOWN_COMMAND) };
  },
  async meant({ typed, isCommand }, { ask }) {
    if (isCommand && NPM_COMMANDS.includes(typed)) return null;
    const scripts = await scriptsOf(ask);
    // A script that is called without `run`.
    if (isCommand && scripts.includes(typed)) return typed;
    return nearest(typed, isCommand ? [...NPM_COMMANDS, ...scripts] : scripts);
  },
  write: (meant, { isCommand }) =>
    isCommand && !NPM_COMMANDS.includes(meant) ? `run ${quoteWord(meant)}` : quoteWord(meant),
});

async function scriptsOf(ask: Investigator): Promise<readonly string[]> {
  const text = (await ask.read("package.json")) ?? "";
  const [, inside = ""] = /"scripts"\s*:\s*\{([^}]{0,20000})\}/.exec(text) ?? [];
  return [...inside.matchAll(/"([\w:.-]{1,60})"\s*:/g)].map(([, name]) => name ?? "");
}
