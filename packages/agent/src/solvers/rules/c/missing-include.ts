import { LANGUAGES, speaks } from "../source/languages.ts";
import { lineSlip } from "../source/line-slips.ts";
import { withLine } from "../source/source-text.ts";
import { CPP_HEADERS } from "./cpp-headers.ts";

const SAID =
  /^([^:\s]{1,250}):\d{1,7}:\d{1,5}: note: (?:include [‘'"]<([a-z0-9_/]{1,40}(?:\.h)?)>[’'"] or provide a declaration|[‘'"][\w:]{1,60}[’'"] is defined in header [‘'"]<([a-z0-9_/]{1,40}(?:\.h)?)>[’'"])/;
const STANDARD =
  /^([^:\s]{1,250}):\d{1,7}:\d{1,5}: error: [‘'"](\w{1,40})[’'"] is not a member of [‘'"]std[’'"]/;
const MAX_HEADERS = 10;

export const missingInclude = lineSlip({
  name: "missing-include",
  title: "Missing #include",
  sees(view) {
    const missing = view.lines.flatMap((text) => {
      const [, path, forC, forCpp] = SAID.exec(text) ?? [];
      const [, file, name = ""] = STANDARD.exec(text) ?? [];
      const known = Object.hasOwn(CPP_HEADERS, name) ? CPP_HEADERS[name] : undefined;
      const header = forC ?? forCpp ?? known;
      const place = path ?? file;
      if (place === undefined || header === undefined) return [];
      return speaks(LANGUAGES.c, view, place) ? [{ path: place, header }] : [];
    });
    const [first] = missing;
    if (first === undefined) return null;
    const headers = missing.filter(({ path }) => path === first.path).map(({ header }) => header);
    return { path: first.path, line: 1, headers: [...new Set(headers)].slice(0, MAX_HEADERS) };
  },
  mend({ path, lines }, { headers }) {
    const added = headers.map((header) => `#include <${header}>`);
    const last = lines.findLastIndex((line) => /^#\s*include\s*</.test(line));
    const text = last === -1 ? [...added, lines[0] ?? ""] : [lines[last] ?? "", ...added];
    return {
      lines: withLine(lines, Math.max(last, 0) + 1, text.join("\n")),
      because: `${path} needs ${added.join(" and ")}.`,
    };
  },
});
