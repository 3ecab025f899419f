import { replaceText, sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { callOf } from "../view.ts";

/** `$HOME` in a makefile: make takes one letter for the name, so this is `$H` and `OME`. */
const DOLLAR = /(?<!\$)\$([A-Z])([A-Z][A-Z0-9_]{1,40})\b/g;

export const dollarName = rule({
  name: "make-dollar-name",
  title: "A variable in a makefile without brackets",
  sees: (view) => (callOf(view, "make", "gmake") === null ? null : { said: view.lines.join("\n") }),
  async repair({ said }, _view, ask) {
    const [makefile] = await ask.existing("GNUmakefile", "makefile", "Makefile");
    const text = makefile === undefined ? null : await ask.read(makefile);
    if (makefile === undefined || text === null) return null;
    // Only if make has printed what is left of the name.
    const found = [...text.matchAll(DOLLAR)].find(([, , rest = ""]) =>
      new RegExp(`(?<![A-Z0-9_$])${rest}\\b`).test(said),
    );
    const [whole, first = "", rest = ""] = found ?? [];
    if (whole === undefined) return null;
    return {
      shell: sedInPlace(replaceText(whole, `$(${first}${rest})`), makefile),
      explanation: `make reads ${whole} in ${makefile} as $${first} followed by ${rest}; a longer name needs brackets: $(${first}${rest}).`,
    };
  },
});
