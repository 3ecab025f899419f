import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { fault } from "./traceback.ts";

const SCRIPT = String.raw`s/^([[:space:]]*except[[:space:]]+[A-Za-z_.]+),[[:space:]]*([A-Za-z_]+):/\1 as \2:/`;

export const exceptComma = rule({
  name: "except-comma",
  title: "Python 2 except clause",
  sees: (view) => fault(view, /^SyntaxError: multiple exception types must be parenthesized/),
  async repair({ path }, _view, ask) {
    const file = await ask.locate(path);
    if (file === null) return null;
    return {
      shell: `sed -E -i '${SCRIPT}' ${quotedPath(file)}`,
      explanation: `${file} uses the Python 2 form "except X, y"; Python 3 needs "except X as y".`,
    };
  },
});
