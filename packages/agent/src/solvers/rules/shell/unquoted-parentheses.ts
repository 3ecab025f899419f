import { quotedPath } from "../quote.ts";
import { corrected, rule } from "../rule.ts";
import { hasLine } from "../view.ts";

export const unquotedParentheses = rule({
  name: "unquoted-parentheses",
  title: "A file name with parentheses is not quoted",
  sees: (view) =>
    hasLine(view, /syntax error near unexpected token [`']\('/) && view.command.includes("(")
      ? { command: view.command }
      : null,
  async repair({ command }, _view, ask) {
    const names = await ask.list(".");
    const named = names.filter((name) => name.includes("(") && command.includes(name));
    const [name] = named.sort((a, b) => b.length - a.length);
    if (name === undefined || /["']/.test(command)) return null;
    return corrected(
      command.replace(name, () => quotedPath(name)),
      `${name} contains parentheses and needs quotes.`,
    );
  },
});
