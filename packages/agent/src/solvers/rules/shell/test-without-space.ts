import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { scriptLine } from "./script-line.ts";

export const testWithoutSpace = rule({
  name: "test-without-space",
  title: "A test in a script lacks the space behind [",
  sees: (view) => scriptLine(view, String.raw`\[{1,2}[^\s\[:]{0,200}: (?:command )?not found`),
  async repair({ path, line }, _view, ask) {
    const script = await ask.locate(path);
    if (script === null) return null;
    return {
      shell: sedInPlace(
        String.raw`${line}s/\(\[\[\?\)\([^][ ]\)/\1 \2/g; ${line}s/\([^][ ]\)\(\]\]\?\)\( *;\| *$\| *&&\| *||\)/\1 \2\3/g`,
        script,
      ),
      explanation: `In line ${line} of ${script} the test needs a space behind its bracket.`,
    };
  },
});
