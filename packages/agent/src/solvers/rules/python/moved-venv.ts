import { quoteWord } from "@bazaar/work";
import { unstartedScript } from "../files/program-path.ts";
import { filterInPlace } from "../quote.ts";
import { rule } from "../rule.ts";

export const movedVenv = rule({
  name: "moved-venv",
  title: "A virtual environment was moved",
  sees(view) {
    const script = unstartedScript(view);
    return script !== null && /(?:^|\/)bin\/[\w.-]{1,60}$/.test(script.path) ? script : null;
  },
  async repair({ path }, _view, ask) {
    const script = await ask.locate(path);
    if (script === null) return null;
    const bin = script.slice(0, script.lastIndexOf("/"));
    const head = await ask.ask("head", "-n", "1", script);
    if (!/^#!\/.{1,250}\/bin\/python[\d.]{0,5}$/m.test(head ?? "")) return null;
    if ((await ask.existing(`${bin}/python`, `${bin}/../pyvenv.cfg`)).length !== 2) return null;
    return {
      shell: filterInPlace(
        `sh -c 'echo "#!$PWD/$0/python"; tail -n +2 "$1"' ${quoteWord(bin)}`,
        script,
      ),
      explanation: `${script} names the environment's old path; this writes the new one.`,
    };
  },
});
