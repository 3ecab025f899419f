/** What an explanation of a Python exception may use. */
import type { Investigator } from "../investigator.ts";
import type { SourceText } from "../source/source-text.ts";
import type { Fault } from "./traceback.ts";

export interface Facts extends Fault {
  readonly source: SourceText;
  /** The line that failed. */
  readonly text: string;
  readonly ask: Investigator;
}

export interface Explained {
  readonly says: RegExp;
  readonly tells: (facts: Facts) => string | null | Promise<string | null>;
}
