import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

const SAID =
  /(?:TOMLDecodeError: Invalid value \(at line (\d{1,7}), column \d{1,7}\)|TOML parse error at line (\d{1,7}), column \d{1,7})/;
const NAMED = /(?:manifest at `|config(?:uration)? file `?)([^`\n]{1,250}\.toml)`?/;

export const tomlUnquoted = rule({
  name: "toml-unquoted",
  title: "Unquoted string in TOML",
  sees(view) {
    const [, python, rust] = firstMatch(view, SAID) ?? [];
    const line = python ?? rust;
    const named = firstMatch(view, NAMED)?.[1] ?? null;
    return line === undefined ? null : { line: Number(line), named };
  },
  async repair({ line, named }, _view, ask) {
    const found = named === null ? await ask.find(/\.toml$/) : [await ask.locate(named)];
    const [file] = found;
    const text = file == null || found.length !== 1 ? null : await ask.read(file);
    const faulty = text?.split("\n")[line - 1] ?? "";
    if (file == null || !/^\s*[\w.-]+\s*=\s*[A-Za-z/~][^"'#=\]}]*$/.test(faulty)) return null;
    return {
      shell: sedInPlace(
        String.raw`${line}s/^\([[:space:]]*[A-Za-z0-9_.-]*[[:space:]]*=[[:space:]]*\)\(.*[^[:space:]]\)[[:space:]]*$/\1"\2"/`,
        file,
      ),
      explanation: `The string in line ${line} of ${file} needs quotes.`,
    };
  },
});
