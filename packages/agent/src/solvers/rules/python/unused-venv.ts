import { replaceWord } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { corrected, rule } from "../rule.ts";
import { missingModule } from "./missing-module.ts";
import { pythonCall } from "./python-call.ts";

export const unusedVenv = rule({
  name: "unused-venv",
  title: "The project's virtual environment is not used",
  sees(view) {
    const missing = missingModule(view);
    const call = pythonCall(view);
    if (missing === null || call === null || call.program.value?.includes("/")) return null;
    return { ...missing, call };
  },
  async repair({ module, call }, view, ask) {
    const below = `*/site-packages/${module}*`;
    const output = await ask.ask("find", ".", "-maxdepth", "6", "-path", below, "-prune");
    const [, venv] =
      /^\.\/((?:[\w.-]{1,60}\/){0,2}[\w.-]{1,60})\/lib(?:64)?\/python[\d.]{1,6}\/site-packages\//m.exec(
        output ?? "",
      ) ?? [];
    if (venv === undefined) return null;
    return corrected(
      replaceWord(view, call.program, quotedPath(`${venv}/bin/python`)),
      `${module} is installed in ${venv}, but another Python was called.`,
    );
  },
});
