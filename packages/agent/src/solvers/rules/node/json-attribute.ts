import { sedInPlace, sedLiteral } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

const SAID = /Module "file:\/\/(\/[^"\n]{1,300}\.json)" needs an import (?:attribute|assertion) of/;

export const jsonAttribute = rule({
  name: "json-attribute",
  title: "A JSON import has no type attribute",
  sees(view) {
    const path = firstMatch(view, SAID)?.[1];
    const name = path?.split("/").at(-1);
    return name === undefined || !/^[\w.-]{1,100}$/.test(name) ? null : { name };
  },
  async repair({ name }, _view, ask) {
    const words = [
      "grep",
      "-rlE",
      "--include=*.js",
      "--include=*.mjs",
      "--exclude-dir=node_modules",
    ];
    const output = await ask.ask(...words, `^import .*${name.replaceAll(".", "[.]")}["']`, ".");
    const found = (output ?? "").split("\n").filter((line) => line.startsWith("./"));
    const [file] = found;
    if (file === undefined || found.length !== 1) return null;
    return {
      shell: sedInPlace(
        String.raw`s/^\(import .*${sedLiteral(name)}["']\)\([[:space:]]*;\{0,1\}[[:space:]]*\)$/\1 with { type: "json" }\2/`,
        file,
      ),
      explanation: `The import of ${name} needs the attribute type: "json".`,
    };
  },
});
