import type { Investigator } from "../investigator.ts";
import { replaceText, sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { callOf } from "../view.ts";

/** `$HOME` in a makefile: make takes one letter for the name, so this is `$H` and `OME`. */
const DOLLAR = /(?<!\$)\$([A-Z])([A-Z][A-Z0-9_]{1,40})\b/g;

interface CutName {
  readonly makefile: string;
  /** As it is written, `$HOME`. */
  readonly whole: string;
  readonly name: string;
  /** What make has left of it, `OME`. */
  readonly rest: string;
}

/** The name in the makefile of which only the rest is in this text. */
export async function cutNameIn(text: string, ask: Investigator): Promise<CutName | null> {
  const [makefile] = await ask.existing("GNUmakefile", "makefile", "Makefile");
  const written = makefile === undefined ? null : await ask.read(makefile);
  if (makefile === undefined || written === null) return null;
  const found = [...written.matchAll(DOLLAR)].find(([, , rest = ""]) =>
    new RegExp(`(?<![A-Z0-9_$])${rest}\\b`).test(text),
  );
  const [whole, first = "", rest = ""] = found ?? [];
  return whole === undefined ? null : { makefile, whole, name: `${first}${rest}`, rest };
}

export const dollarName = rule({
  name: "make-dollar-name",
  title: "A variable in a makefile without brackets",
  sees: (view) => (callOf(view, "make", "gmake") === null ? null : { said: view.lines.join("\n") }),
  async repair({ said }, _view, ask) {
    const cut = await cutNameIn(said, ask);
    if (cut === null) return null;
    const { makefile, whole, name, rest } = cut;
    return {
      shell: sedInPlace(replaceText(whole, `$(${name})`), makefile),
      explanation: `make reads ${whole} in ${makefile} as $${name[0]} followed by ${rest}; a longer name needs brackets: $(${name}).`,
    };
  },
});
