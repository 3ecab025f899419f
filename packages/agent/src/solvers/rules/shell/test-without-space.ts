import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { scriptLine } from "./script-line.ts";

export const testWithoutSpace = rule({
  name: "test-without-space",
  title: "Missing space after [ in a shell script",
  sees: (view) =>
    scriptLine(
      view,
      String.raw`(?:\[{1,2}[^\s\[:]{0,200}: (?:command )?not found|\[: missing [\`']?\]'?)`,
    ),
  async repair({ path, line }, _view, ask) {
    const script = await ask.locate(path);
    if (script === null) return null;
    return {
      shell: sedInPlace(
        String.raw`${line}s/\(\[\[\?\)\([^][ ]\)/\1 \2/g; ${line}s/\([^][ ]\)\(\]\]\?\)\( *;\| *$\| *&&\| *||\)/\1 \2\3/g`,
        script,
      ),
      explanation: `Line ${line} of ${script} needs a space inside the brackets.`,
    };
  },
});
