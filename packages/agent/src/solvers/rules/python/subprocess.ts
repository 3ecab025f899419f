import { advice, rule } from "../rule.ts";
import { hasLine } from "../view.ts";
import { fault } from "./traceback.ts";

export const pythonSubprocess = rule({
  name: "python-subprocess",
  title: "A Python program starts a program that does not exist",
  sees(view) {
    const at = fault(
      view,
      /^FileNotFoundError: \[Errno 2\] No such file or directory: '([^'\n]{1,250})'$/,
    );
    const isStarted = hasLine(view, /^\s+File ".{1,300}\/subprocess\.py", line \d/);
    return at !== null && isStarted ? { ...at, program: at.found[1] ?? "" } : null;
  },
  async repair({ path, line, program }, _view, ask) {
    const file = (await ask.locate(path)) ?? path;
    return advice(
      program.includes(" ")
        ? `Line ${line} of ${file} starts "${program}" as one program name. Give a list, ["${program.split(" ").join('", "')}"], or shell=True.`
        : `Line ${line} of ${file} starts the program ${program}, which is not installed or misspelt.`,
    );
  },
});
