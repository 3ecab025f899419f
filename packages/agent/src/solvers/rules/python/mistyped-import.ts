import type { Investigator } from "../investigator.ts";
import { nearest } from "../nearest.ts";
import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { fault } from "./traceback.ts";

const SAID =
  /^ImportError: cannot import name '([A-Za-z_]\w{1,60})' from '[\w.]{1,100}' \((\/[^)\n]{1,300}\.py)\)$/;
const DEFINED = /^(?:class |def |async def )?([A-Za-z_]\w{0,60})(?:\(|:| =)/;

export const mistypedImport = rule({
  name: "mistyped-import",
  title: "A name that is imported is mistyped",
  sees(view) {
    const found = fault(view, SAID);
    const [, typed, source] = found?.found ?? [];
    if (found === null || typed === undefined || source === undefined) return null;
    return { path: found.path, line: found.line, typed, source };
  },
  async repair({ path, line, typed, source }, _view, ask) {
    const file = await ask.locate(path);
    if (file === null) return null;
    const meant = nearest(typed, await namesIn(source, ask));
    if (meant === null) return null;
    return {
      // What is imported under a name is used under it, below.
      shell: sedInPlace(`${line},$s/\\b${typed}\\b/${meant}/g`, file),
      explanation: `Line ${line} of ${file} imports ${typed}; it is called ${meant} there.`,
    };
  },
});

/** What a module defines at its top, wherever the module is. */
async function namesIn(source: string, ask: Investigator): Promise<readonly string[]> {
  const starts = ["^class ", "^def ", "^async def ", "^[A-Za-z_][A-Za-z0-9_]* ="];
  const found = await ask.ask("grep", "-h", ...starts.flatMap((one) => ["-e", one]), source);
  return (found ?? "").split("\n").flatMap((text) => DEFINED.exec(text)?.[1] ?? []);
}
