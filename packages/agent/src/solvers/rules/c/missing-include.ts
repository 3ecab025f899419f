import { quoteWord } from "@bazaar/work";
import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";

const SAID =
  /^([^:\s]{1,250}):\d{1,7}:\d{1,5}: note: (?:include [‘'"]<([a-z0-9_/]{1,40}(?:\.h)?)>[’'"] or provide a declaration|[‘'"][\w:]{1,60}[’'"] is defined in header [‘'"]<([a-z0-9_/]{1,40}(?:\.h)?)>[’'"])/;

const MAX_HEADERS = 10;

export const missingInclude = rule({
  name: "missing-include",
  title: "Missing #include",
  sees(view) {
    const missing = view.lines.flatMap((line) => {
      const [, path, forC, forCpp] = SAID.exec(line) ?? [];
      const header = forC ?? forCpp;
      return path === undefined || header === undefined ? [] : [{ path, header }];
    });
    const [first] = missing;
    if (first === undefined) return null;
    const headers = missing.filter(({ path }) => path === first.path).map(({ header }) => header);
    return { path: first.path, headers: [...new Set(headers)].slice(0, MAX_HEADERS) };
  },
  async repair({ path, headers }, _view, ask) {
    const source = await ask.locate(path);
    if (source === null) return null;
    const script = headers.map((header) => `-e ${quoteWord(`1i #include <${header}>`)}`).join(" ");
    const named = headers.map((header) => `<${header}>`).join(" and ");
    return {
      shell: `sed -i ${script} ${quotedPath(source)}`,
      explanation: `${source} does not include ${named}.`,
    };
  },
});
