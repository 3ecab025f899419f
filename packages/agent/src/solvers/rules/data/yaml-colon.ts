import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { yamlFault } from "./yaml-fault.ts";

export const yamlColon = rule({
  name: "yaml-colon",
  title: "Unquoted colon, or missing space after a colon, in YAML",
  sees: (view) => yamlFault(view, /mapping values are not allowed (?:here|in this context)/),
  async repair({ path, line }, _view, ask) {
    const file = await ask.locate(path);
    const text = file === null ? null : await ask.read(file);
    if (file === null || text === null) return null;
    const lines = text.split("\n");
    if (/^\s*(?:- )?[\w.-]+:\s+[^"'\s[{|>&*!].*: /.test(lines[line - 1] ?? "")) {
      return {
        shell: sedInPlace(
          String.raw`${line}s/^\([[:space:]]*\(- \)\{0,1\}[A-Za-z0-9_.-]*:[[:space:]]*\)\([^"]*[^"[:space:]]\)[[:space:]]*$/\1"\3"/`,
          file,
        ),
        explanation: `The value in line ${line} of ${file} contains a colon and needs quotes.`,
      };
    }
    // A key without the space is read as a string; the parser complains about the next key.
    const stuck = lines.slice(0, line).findLastIndex((one) => /^\s*[\w-]+:[^\s/:]+$/.test(one)) + 1;
    if (stuck === 0 || line - stuck > 1) return null;
    return {
      shell: sedInPlace(String.raw`${stuck}s/^\([[:space:]]*[A-Za-z0-9_-]*:\)/\1 /`, file),
      explanation: `Line ${stuck} of ${file} needs a space after the colon.`,
    };
  },
});
