import { mistyped } from "../mistyped.ts";
import { nearest } from "../nearest.ts";
import { replaceWordAt } from "../quote.ts";
import { STANDARD_MODULES } from "./standard-modules.ts";
import { fault } from "./traceback.ts";

const SAID =
  /^ModuleNotFoundError: No module named '((?:[A-Za-z_]\w{0,60}\.){0,5})([A-Za-z_]\w{0,60})'$/;
/** Third-party packages with names close to a standard module's. */
const NOT_TYPOS = new Set(
  "attr httpx lxml mock orjson pathlib2 pickle5 regex socks toml typer ujson yaml".split(" "),
);

export const mistypedModule = mistyped({
  name: "mistyped-module",
  kind: "Python module",
  finds(view) {
    const at = fault(view, SAID);
    const [, parents = "", typed] = at?.found ?? [];
    return at === null || typed === undefined || NOT_TYPOS.has(typed)
      ? null
      : { typed, parents, at };
  },
  async meant({ typed, parents }, { ask, file }) {
    const beside = file.slice(0, file.lastIndexOf("/") + 1);
    const names = (await ask.list(beside + parents.replaceAll(".", "/")))
      .filter((name) => /^[A-Za-z_]\w*(?:\.py)?$/.test(name))
      .map((name) => name.replace(/\.py$/, ""));
    return nearest(typed, names) ?? (parents === "" ? nearest(typed, STANDARD_MODULES) : null);
  },
  // Code below the import uses the module by its name.
  edit: (meant, { typed, at }) =>
    `${replaceWordAt(at.line, typed, meant)};s/\\b${typed}\\./${meant}./g`,
});
