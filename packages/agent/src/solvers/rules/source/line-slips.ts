/** The rules about a slip in one place of a source file that a compiler or an interpreter names. */
import type { Investigator } from "../investigator.ts";
import type { FileLine } from "../mistyped.ts";
import { type Answer, advice, type Rule, rule } from "../rule.ts";
import type { View } from "../view.ts";
import { rewrite, type SourceText, sourceText } from "./source-text.ts";

/** The new lines of the file, or only what to say; `because` is a sentence. */
export interface Mended {
  readonly lines?: readonly string[];
  /** Where they belong, if that is another file than the one that was named. */
  readonly source?: SourceText;
  readonly because: string;
}

interface Recipe<At extends FileLine> {
  readonly name: string;
  readonly title: string;
  readonly sees: (view: View) => At | null;
  readonly mend: (
    source: SourceText,
    at: At,
    ask: Investigator,
  ) => Mended | null | Promise<Mended | null>;
}

export function lineSlip<At extends FileLine>({ name, title, sees, mend }: Recipe<At>): Rule {
  return rule({
    name,
    title,
    sees,
    async repair(at, _view, ask): Promise<Answer | null> {
      const source = await sourceText(at.path, ask);
      const mended = source === null ? null : await mend(source, at, ask);
      if (source === null || mended === null) return null;
      const { lines, because } = mended;
      if (lines === undefined) return advice(sentence(because));
      const shell = rewrite(mended.source ?? source, lines);
      return shell === null ? null : { shell, explanation: sentence(because) };
    },
  });
}

/** With a capital letter: what is said about a place often starts with it. */
export function sentence(text: string): string {
  return text.startsWith("line ") ? `L${text.slice(1)}` : text;
}
