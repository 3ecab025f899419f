import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { fault } from "./traceback.ts";

const SCRIPT = String.raw`s/^([[:space:]]*)print[[:space:]]+([^(=[:space:]].*)$/\1print(\2)/; s/^([[:space:]]*)print$/\1print()/`;

export const printStatement = rule({
  name: "print-statement",
  title: "Python 2 print statement",
  sees: (view) => fault(view, /^SyntaxError: Missing parentheses in call to 'print'/),
  async repair({ path }, _view, ask) {
    const file = await ask.locate(path);
    if (file === null) return null;
    return {
      shell: `sed -E -i '${SCRIPT}' ${quotedPath(file)}`,
      explanation: `${file} uses the Python 2 print statement; Python 3 needs print(...).`,
    };
  },
});
