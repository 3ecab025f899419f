import { quoteWord } from "@bazaar/work";
import { corrected, rule } from "../rule.ts";
import { hasLine } from "../view.ts";
import { pythonCall } from "./python-call.ts";

export const relativeImport = rule({
  name: "relative-import",
  title: "A module of a package runs as a script",
  sees(view) {
    const file = pythonCall(view)?.operands[0];
    const path = file?.value?.replace(/^\.\//, "");
    if (
      file === undefined ||
      path === undefined ||
      !/^(?:[A-Za-z_]\w*\/)+[A-Za-z_]\w*\.py$/.test(path)
    ) {
      return null;
    }
    const isAlone = hasLine(
      view,
      /^ImportError: attempted relative import with no known parent package$/,
    );
    return isAlone ? { file, path } : null;
  },
  repair({ file, path }, view) {
    const module = path.slice(0, -".py".length).replaceAll("/", ".");
    const { command } = view;
    return corrected(
      `${command.slice(0, file.start)}-m ${quoteWord(module)}${command.slice(file.end)}`,
      `${path} uses relative imports and must run as the module ${module}.`,
    );
  },
});
