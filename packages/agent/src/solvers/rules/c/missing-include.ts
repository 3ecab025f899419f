import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

const SAID =
  /^([^:\s]{1,250}):\d{1,7}:\d{1,5}: note: (?:include [‘'"]<([a-z0-9_/]{1,40}(?:\.h)?)>[’'"] or provide a declaration|[‘'"][\w:]{1,60}[’'"] is defined in header [‘'"]<([a-z0-9_/]{1,40}(?:\.h)?)>[’'"])/;

export const missingInclude = rule({
  name: "missing-include",
  title: "A function is used without its header",
  sees(view) {
    const [, path, forC, forCpp] = firstMatch(view, SAID) ?? [];
    const header = forC ?? forCpp;
    return path === undefined || header === undefined ? null : { path, header };
  },
  async repair({ path, header }, _view, ask) {
    const source = await ask.locate(path);
    if (source === null) return null;
    return {
      shell: sedInPlace(`1i #include <${header}>`, source),
      explanation: `${source} uses what <${header}> declares and does not include it.`,
    };
  },
});
