import type { Investigator } from "../investigator.ts";
import { mistyped } from "../mistyped.ts";
import { nearest } from "../nearest.ts";
import { fault } from "./traceback.ts";

const SAID =
  /^ImportError: cannot import name '([A-Za-z_]\w{1,60})' from '[\w.]{1,100}' \((\/[^)\n]{1,300}\.py)\)$/;
const DEFINED = /^(?:class |def |async def )?([A-Za-z_]\w{0,60})(?:\(|:| =)/;

export const mistypedImport = mistyped({
  name: "mistyped-import",
  kind: "importable name",
  finds(view) {
    const at = fault(view, SAID);
    const [, typed, source] = at?.found ?? [];
    return at === null || typed === undefined || source === undefined
      ? null
      : { typed, source, at };
  },
  meant: async ({ typed, source }, { ask }) => nearest(typed, await namesIn(source, ask)),
  // Code below the import uses the same name.
  edit: (meant, { typed, at }) => `${at.line},$s/\\b${typed}\\b/${meant}/g`,
});

/** What a module defines at its top level. */
async function namesIn(source: string, ask: Investigator): Promise<readonly string[]> {
  const starts = ["^class ", "^def ", "^async def ", "^[A-Za-z_][A-Za-z0-9_]* ="];
  const found = await ask.ask("grep", "-h", ...starts.flatMap((one) => ["-e", one]), source);
  return (found ?? "").split("\n").flatMap((text) => DEFINED.exec(text)?.[1] ?? []);
}
