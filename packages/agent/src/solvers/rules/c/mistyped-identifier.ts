import { replaceWordAt, sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

const SAID =
  /^([^:\s]{1,250}):(\d{1,7}):\d{1,5}: (?:error|warning): .{0,120}?[‘'"]([A-Za-z_]\w{0,60})[’'"](?: undeclared| was not declared| does not name a type)?(?: \([^)]{0,60}\)| in this scope)?; did you mean [‘'"]([A-Za-z_]\w{0,60})[’'"]\?/;

export const mistypedIdentifier = rule({
  name: "mistyped-identifier",
  title: "A name in C is mistyped, and the compiler knows the right one",
  sees(view) {
    const [, path, line, typed, meant] = firstMatch(view, SAID) ?? [];
    if (path === undefined || typed === undefined || meant === undefined) return null;
    return { path, line: Number(line), typed, meant };
  },
  async repair({ path, line, typed, meant }, _view, ask) {
    const source = await ask.locate(path);
    if (source === null) return null;
    return {
      shell: sedInPlace(replaceWordAt(line, typed, meant), source),
      explanation: `Line ${line} of ${source} says ${typed}; the compiler knows ${meant}.`,
    };
  },
});
