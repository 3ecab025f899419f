import { replaceWord } from "../edit-command.ts";
import { advice, corrected, type Rule, rule } from "../rule.ts";
import { callOf, hasLine } from "../view.ts";
import { pythonCall } from "./python-call.ts";

const VENV = ".venv";
const MANAGED = /^error: externally-managed-environment$/;
const WHY = "The system's Python is managed by its package manager";

const intoVenv = rule({
  name: "managed-environment",
  title: "pip cannot change the system's Python",
  sees(view) {
    if (!hasLine(view, MANAGED)) return null;
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
      `${WHY}; this installs into a virtual environment in ${VENV}.`,
    ),
    shell: `[ -x ${VENV}/bin/python ] || python3 -m venv --without-pip ${VENV}`,
  }),
});

/** Where the packages cannot be had in the sandbox. */
const noVenv = rule({
  name: "python-no-venv",
  title: "pip cannot change the system's Python, and has no network",
  sees: (view) => (hasLine(view, MANAGED) ? {} : null),
  repair: () =>
    advice(
      `${WHY}. Install into a virtual environment: python3 -m venv ${VENV}, then ${VENV}/bin/pip install.`,
    ),
});

export const managedEnvironment: readonly Rule[] = [intoVenv, noVenv];
