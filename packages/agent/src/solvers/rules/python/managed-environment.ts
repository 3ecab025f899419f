import { replaceWord } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, hasLine } from "../view.ts";
import { pythonCall } from "./python-call.ts";

const VENV = ".venv";

export const managedEnvironment = rule({
  name: "managed-environment",
  title: "pip cannot change the system's Python",
  sees(view) {
    if (!hasLine(view, /^error: externally-managed-environment$/)) return null;
    const pip = callOf(view, "pip", "pip3");
    if (pip !== null) return { program: pip.program, start: "python3 -m pip" };
    const python = pythonCall(view);
    const isPip = python?.operands[0]?.value === "-m" && python.operands[1]?.value === "pip";
    return python !== null && isPip
      ? { program: python.operands[1] ?? python.program, start: "pip" }
      : null;
  },
  repair: ({ program, start }, view) => ({
    ...corrected(
      replaceWord(view, program, `${start} --python ${VENV}/bin/python`),
      `The system's Python is managed by its package manager; this installs into a virtual environment in ${VENV}.`,
    ),
    shell: `[ -x ${VENV}/bin/python ] || python3 -m venv --without-pip ${VENV}`,
  }),
});
