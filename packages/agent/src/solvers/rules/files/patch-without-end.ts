import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { callOf, hasLine } from "../view.ts";

export const patchWithoutEnd = rule({
  name: "patch-without-end",
  title: "A patch has no newline at its end",
  sees(view) {
    const call = callOf(view, "git");
    const isApplied = call?.operands.some(({ value }) => value === "apply" || value === "am");
    if (!isApplied || !hasLine(view, /^error: corrupt patch at line \d{1,9}$/)) return null;
    const path = call?.operands.at(-1)?.value;
    return path == null || path.startsWith("-") ? null : { path };
  },
  async repair({ path }, _view, ask) {
    const patch = await ask.locate(path);
    const text = patch === null ? null : await ask.read(patch);
    if (patch === null || text === null || text.endsWith("\n")) return null;
    return {
      shell: `echo >> ${quotedPath(patch)}`,
      explanation: `${patch} has no newline at its end, which git requires.`,
    };
  },
});
