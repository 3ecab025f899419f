import { entryOf } from "../entry-of.ts";
import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { fault } from "./traceback.ts";

/** Python 2 names and their Python 3 names. */
const NOW: Readonly<Record<string, string>> = {
  xrange: "range",
  raw_input: "input",
  unicode: "str",
  basestring: "str",
  unichr: "chr",
  long: "int",
};

export const formerName = rule({
  name: "former-name",
  title: "Python 2 name",
  sees(view) {
    const found = fault(view, /^NameError: name '(\w{3,20})' is not defined/);
    const name = found?.found[1] ?? "";
    const now = entryOf(NOW, name);
    return found === null || now === undefined ? null : { path: found.path, name, now };
  },
  async repair({ path, name, now }, _view, ask) {
    const file = await ask.locate(path);
    if (file === null) return null;
    return {
      shell: `sed -i 's/\\b${name}\\b/${now}/g' ${quotedPath(file)}`,
      explanation: `${name} is called ${now} in Python 3.`,
    };
  },
});
