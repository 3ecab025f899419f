import { lineSlip } from "../source/line-slips.ts";
import { withLine } from "../source/source-text.ts";
import { fault } from "./traceback.ts";

export const missingColon = lineSlip({
  name: "missing-colon",
  title: "Missing colon in Python",
  sees: (view) => fault(view, /^SyntaxError: expected ':'$/),
  mend({ path, lines }, { line }) {
    const text = lines[line - 1] ?? "";
    const [, code = "", comment = ""] = /^(.*?)(\s*(?:#.*)?)$/.exec(text) ?? [];
    if (code.endsWith(":") || /^\s*else\s+if\b/.test(code)) return null;
    return {
      lines: withLine(lines, line, `${code}:${comment}`),
      because: `Line ${line} of ${path} needs a colon at its end.`,
    };
  },
});
