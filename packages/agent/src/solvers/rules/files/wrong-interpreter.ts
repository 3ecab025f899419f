import { nearest } from "../nearest.ts";
import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { unstartedScript } from "./program-path.ts";

/** Which commands can stand in for an interpreter. */
const RUNS: readonly (readonly [start: RegExp, by: readonly string[]])[] = [
  [/^python[\d.]*$/, ["python3", "python"]],
  [/^node(?:js)?$/, ["node", "nodejs"]],
  [/^bash$/, ["bash"]],
  [/^(?:sh|ash|dash|ksh)$/, ["sh"]],
  [/^zsh$/, ["zsh", "bash"]],
  [/^perl[\d.]*$/, ["perl"]],
  [/^ruby[\d.]*$/, ["ruby"]],
  [/^g?awk$/, ["awk"]],
];

const INTERPRETERS = ["python3", "node", "bash", "perl", "ruby", "zsh", "php", "Rscript", "deno"];

export const wrongInterpreter = rule({
  name: "wrong-interpreter",
  title: "A script's #! line names a missing interpreter",
  sees: unstartedScript,
  async repair({ path }, _view, ask) {
    const script = await ask.locate(path);
    if (script === null) return null;
    const head = (await ask.ask("head", "-n", "1", script)) ?? "";
    const [, named = ""] =
      /^#! ?(?:\S{0,200}\/)?(?:env (?:-S )?)?([\w.+-]{1,60})(?:[ \t]|$)/m.exec(head) ?? [];
    const meant = nearest(named, INTERPRETERS);
    const commands =
      RUNS.find(([start]) => start.test(named))?.[1] ?? (meant === null ? undefined : [meant]);
    if (commands === undefined || /(?:^|\/)\.?venv\//.test(head)) return null;
    const [found] = await ask.installed(commands);
    if (found === undefined || head.trim() === `#!/usr/bin/env ${found}`) return null;
    return {
      shell: `sed -i '1s|^#!.*|#!/usr/bin/env ${found}|' ${quotedPath(script)}`,
      explanation: `${script} names an interpreter (${named}) that does not exist there; ${found} is installed.`,
    };
  },
});
