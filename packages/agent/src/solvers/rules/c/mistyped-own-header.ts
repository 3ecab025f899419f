import { nearest } from "../nearest.ts";
import { sedInPlace, sedLiteral, sedReplacement } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

const SAID =
  /^([^:\s]{1,250}):(\d{1,7}):\d{1,5}: fatal error: ([\w./+-]{1,100}\.(?:h|hh|hpp|hxx)): No such file/;

export const mistypedOwnHeader = rule({
  name: "mistyped-own-header",
  title: "A header of the project is mistyped",
  sees(view) {
    const [, path, line, typed] = firstMatch(view, SAID) ?? [];
    if (path === undefined || typed === undefined || typed.split("/").includes("..")) return null;
    return { path, line: Number(line), typed };
  },
  async repair({ path, line, typed }, _view, ask) {
    const source = await ask.locate(path);
    if (source === null) return null;
    const folder = typed.slice(0, typed.lastIndexOf("/") + 1);
    const beside = source.slice(0, source.lastIndexOf("/") + 1);
    // As the compiler does: beside the file first, then wherever it is told to look.
    for (const place of new Set([beside, "", "include/"])) {
      const headers = (await ask.list(place + folder)).filter((name) => /\.h\w{0,2}$/.test(name));
      const meant = nearest(typed.slice(folder.length), headers);
      if (meant === null) continue;
      const right = folder + meant;
      return {
        shell: sedInPlace(`${line}s/${sedLiteral(typed)}/${sedReplacement(right)}/`, source),
        explanation: `${source} includes ${typed}; the file is called ${right}.`,
      };
    }
    return null;
  },
});
