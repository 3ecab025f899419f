/**
 * Failures by what the output says: each case tells in plain words what the person can do about it,
 * or corrects it. A case that is not sure of its facts tells nothing.
 */
import type { Investigator } from "./investigator.ts";
import { type Answer, advice, type Rule, rule } from "./rule.ts";
import { firstMatch, type View } from "./view.ts";

export interface Naming {
  /** One line of the output. */
  readonly says: RegExp;
  readonly tells: (
    said: RegExpExecArray,
    view: View,
    ask: Investigator,
  ) => string | Answer | null | Promise<string | Answer | null>;
}

interface Recipe {
  readonly name: string;
  readonly title: string;
  /** Whether the command is one that the cases are about. */
  readonly isAbout: (view: View) => boolean;
  /** The first one that fits is told. */
  readonly cases: readonly Naming[];
}

export function named({ name, title, isAbout, cases }: Recipe): Rule {
  return rule({
    name,
    title,
    sees(view) {
      if (!isAbout(view)) return null;
      for (const { says, tells } of cases) {
        const said = firstMatch(view, says);
        if (said !== null) return { said, tells };
      }
      return null;
    },
    async repair({ said, tells }, view, ask) {
      const told = await tells(said, view, ask);
      return typeof told === "string" ? advice(told) : told;
    },
  });
}
