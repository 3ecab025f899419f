import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";
import { faultyFile } from "./stack.ts";

export const dirnameInModule = rule({
  name: "dirname-in-module",
  title: "__dirname in an ES module",
  sees(view) {
    const name = firstMatch(
      view,
      /^ReferenceError: (__dirname|__filename) is not defined in ES module scope/,
    )?.[1];
    const place = faultyFile(view);
    return name === undefined || place === null ? null : { path: place.path };
  },
  async repair({ path }, _view, ask) {
    const file = await ask.locate(path);
    if (file === null) return null;
    return {
      shell: sedInPlace(
        String.raw`s/\b__dirname\b/import.meta.dirname/g; s/\b__filename\b/import.meta.filename/g`,
        file,
      ),
      explanation:
        "ES modules have import.meta.dirname and import.meta.filename instead of __dirname and __filename.",
    };
  },
});
