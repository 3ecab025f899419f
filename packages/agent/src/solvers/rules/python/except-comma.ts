import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { fault } from "./traceback.ts";

const SCRIPT = String.raw`s/^([[:space:]]*except[[:space:]]+[A-Za-z_.]+),[[:space:]]*([A-Za-z_]+):/\1 as \2:/`;

export const exceptComma = rule({
  name: "except-comma",
  title: "An exception is named as in Python 2",
  sees: (view) => fault(view, /^SyntaxError: multiple exception types must be parenthesized/),
  async repair({ path }, _view, ask) {
    const file = await ask.locate(path);
    if (file === null) return null;
    return {
      shell: `sed -E -i '${SCRIPT}' ${quotedPath(file)}`,
      explanation: `${file} names exceptions with a comma, as Python 2 did; Python 3 says "as".`,
    };
  },
});
