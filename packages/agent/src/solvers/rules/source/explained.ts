/** The rules about faults that a compiler or interpreter names and only the author can correct. */
import { advice, type Rule, rule } from "../rule.ts";
import type { View } from "../view.ts";
import { isTest } from "./source-text.ts";

export interface Reported {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** A message, and what it means: the end of "Line 3 of main.go: …". */
export type Cause = readonly [RegExp, (said: RegExpExecArray) => string | null];

interface Recipe {
  readonly name: string;
  readonly title: string;
  /** The faults, in the order in which they are printed. */
  readonly reads: (view: View) => readonly Reported[];
  readonly causes: readonly Cause[];
}

export function explained({ name, title, reads, causes }: Recipe): Rule {
  return rule({
    name,
    title,
    sees(view) {
      for (const { path, line, message } of reads(view)) {
        if (isTest(path)) continue;
        for (const [says, tells] of causes) {
          const said = says.exec(message);
          const text = said === null ? null : tells(said);
          if (text !== null) return { path, line, text };
        }
      }
      return null;
    },
    async repair({ path, line, text }, _view, ask) {
      const file = (await ask.locate(path)) ?? (path.startsWith("/") ? null : path);
      return file === null ? null : advice(`Line ${line} of ${file}: ${text}`);
    },
  });
}

/** Every line that a pattern with the groups path, line and message matches. */
export function reportedBy(...patterns: readonly RegExp[]) {
  return ({ lines }: View): readonly Reported[] =>
    lines.flatMap((text): Reported[] => {
      for (const pattern of patterns) {
        const groups = pattern.exec(text)?.groups;
        const { path, line, message } = groups ?? {};
        if (path !== undefined && line !== undefined && message !== undefined) {
          return [{ path, line: Number(line), message }];
        }
      }
      return [];
    });
}
