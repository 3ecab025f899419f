import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch, type View } from "../view.ts";
import { unstartedScript } from "./program-path.ts";

const SHELL_SAID = [
  /^([^:\s]{1,200}): (?:line )?\d{1,6}: .{0,300}(?:\\r|\\u\{d\}|\r)['’]?: (?:command not found|not found|No such file or directory|invalid option)/,
  /^([^:\s]{1,200}): (?:line )?\d{1,6}: (?:syntax error|Syntax error).{0,80}(?:end of file|\\r|\\u\{d\})/,
];

export const carriageReturns = rule({
  name: "carriage-returns",
  title: "A script has Windows line endings",
  sees(view) {
    const path = scriptOf(view);
    return path === null ? null : { path };
  },
  async repair({ path }, _view, ask) {
    const script = await ask.locate(path);
    if (script === null) return null;
    const found = await ask.ask("grep", "-lP", String.raw`\r`, script);
    if (found?.trim() !== script) return null;
    return {
      shell: sedInPlace(String.raw`s/\r$//`, script),
      explanation: `${script} has Windows line endings; this converts them.`,
    };
  },
});

function scriptOf(view: View): string | null {
  for (const pattern of SHELL_SAID) {
    const path = firstMatch(view, pattern)?.[1];
    if (path !== undefined && path !== "bash" && path !== "sh") return path;
  }
  return unstartedScript(view)?.path ?? null;
}
