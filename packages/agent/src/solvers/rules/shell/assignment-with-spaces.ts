import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { scriptLine } from "./script-line.ts";

export const assignmentWithSpaces = rule({
  name: "assignment-with-spaces",
  title: "Spaces around = in a shell assignment",
  sees: (view) => scriptLine(view, String.raw`([A-Za-z_]\w{0,60}): (?:command )?not found`),
  async repair({ path, line, found }, _view, ask) {
    const name = found[3] ?? "";
    const script = await ask.locate(path);
    if (script === null) return null;
    const said = await ask.ask("grep", "-nE", `^ *${name} *= *[^ =]`, script);
    if (!said?.split("\n").some((text) => text.startsWith(`${line}:`))) return null;
    return {
      shell: sedInPlace(String.raw`${line}s/^\( *${name}\) *= */\1=/`, script),
      explanation: `Line ${line} of ${script} has spaces around =, which a shell does not allow.`,
    };
  },
});
