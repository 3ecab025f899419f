import { nearest } from "../nearest.ts";
import { replaceWordAt, sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { STANDARD_MODULES } from "./standard-modules.ts";
import { fault } from "./traceback.ts";

const SAID =
  /^ModuleNotFoundError: No module named '((?:[A-Za-z_]\w{0,60}\.){0,5})([A-Za-z_]\w{0,60})'$/;
/** Packages by others whose names are a slip away from what comes with Python. */
const NO_SLIPS = new Set(
  "attr httpx lxml mock orjson pathlib2 pickle5 regex socks toml typer ujson yaml".split(" "),
);

export const mistypedModule = rule({
  name: "mistyped-module",
  title: "The name of a module is mistyped",
  sees(view) {
    const found = fault(view, SAID);
    const [, parents = "", typed] = found?.found ?? [];
    if (found === null || typed === undefined || NO_SLIPS.has(typed)) return null;
    return { path: found.path, line: found.line, parents, typed };
  },
  async repair({ path, line, parents, typed }, _view, ask) {
    const file = await ask.locate(path);
    if (file === null) return null;
    const beside = file.slice(0, file.lastIndexOf("/") + 1);
    const names = (await ask.list(beside + parents.replaceAll(".", "/")))
      .filter((name) => /^[A-Za-z_]\w*(?:\.py)?$/.test(name))
      .map((name) => name.replace(/\.py$/, ""));
    const own = nearest(typed, names);
    const meant = own ?? (parents === "" ? nearest(typed, STANDARD_MODULES) : null);
    if (meant === null) return null;
    // Where it is imported by its name, it is used by its name too.
    const script = `${replaceWordAt(line, typed, meant)};s/\\b${typed}\\./${meant}./g`;
    return {
      shell: sedInPlace(script, file),
      explanation: `There is no module ${parents}${typed}; ${parents}${meant} is meant in line ${line} of ${file}.`,
    };
  },
});
