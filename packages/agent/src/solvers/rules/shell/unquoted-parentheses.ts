import type { Fix } from "../../../solver.ts";
import { quotedPath } from "../quote.ts";
import { corrected, rule } from "../rule.ts";
import { hasLine } from "../view.ts";

/** `echo built (again) >> log`: plain words, and at most a redirection behind them. */
const ECHOED =
  /^(\s*echo(?: -[neE]+)? +)([\w.,:!?%+@/()-]+(?: +[\w.,:!?%+@/()-]+)*)( *(?:>>?|\|) *[\w./-]+)?\s*$/;

function quotedText(command: string): Fix | null {
  const [, echo = "", text, rest = ""] = ECHOED.exec(command) ?? [];
  if (text === undefined) return null;
  return corrected(
    `${echo}'${text}'${rest}`,
    "Parentheses mean something to the shell; a text with them needs quotes.",
  );
}

export const unquotedParentheses = rule({
  name: "unquoted-parentheses",
  title: "A file name or a text with parentheses is not quoted",
  sees: (view) =>
    hasLine(view, /syntax error near unexpected token [`']\('/) && view.command.includes("(")
      ? { command: view.command }
      : null,
  async repair({ command }, _view, ask) {
    const names = await ask.list(".");
    const named = names.filter((name) => name.includes("(") && command.includes(name));
    const [name] = named.sort((a, b) => b.length - a.length);
    if (/["']/.test(command)) return null;
    if (name === undefined) return quotedText(command);
    return corrected(
      command.replace(name, () => quotedPath(name)),
      `${name} contains parentheses and needs quotes.`,
    );
  },
});
