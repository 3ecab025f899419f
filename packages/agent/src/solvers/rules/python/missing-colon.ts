import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { fault } from "./traceback.ts";

export const missingColon = rule({
  name: "missing-colon",
  title: "Missing colon in Python",
  sees: (view) => fault(view, /^SyntaxError: expected ':'$/),
  async repair({ path, line }, _view, ask) {
    const file = await ask.locate(path);
    if (file === null) return null;
    return {
      shell: sedInPlace(`${line}s/[[:space:]]*$/:/`, file),
      explanation: `Line ${line} of ${file} needs a colon at its end.`,
    };
  },
});
