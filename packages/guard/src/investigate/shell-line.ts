/** One line of commands as a shell would read it: what `parse-command.ts` makes of the text. */

export interface Line {
  readonly steps: readonly Step[];
}

/** Commands joined by pipes, and when they run. */
export interface Step {
  /** `;`, or the first step: always. `&&`: after a success. `||`: after a failure. */
  readonly runs: "always" | "after_success" | "after_failure";
  readonly stages: readonly Stage[];
}

export interface Stage {
  readonly words: readonly ShellWord[];
  /** The file after `<`. */
  readonly input: ShellWord | null;
  /** What becomes of its two streams. */
  readonly stdout: "shown" | "hidden";
  readonly stderr: "shown" | "hidden" | "merged";
}

export type ShellWord = readonly Piece[];

/** The lines whose output becomes part of a command's words. */
export function linesIn({ words }: Stage): readonly Line[] {
  return words.flat().flatMap((piece) => ("line" in piece ? [piece.line] : []));
}

/** Quoted text stands for itself; in plain text braces, globs and a first tilde have a meaning. */
export type Piece =
  | { readonly text: string; readonly isQuoted: boolean }
  /** `$(…)`: what another line prints. */
  | { readonly line: Line; readonly isQuoted: boolean }
  | {
      readonly variable: string;
      readonly isQuoted: boolean;
      /** `:-` and `-`: text for one that is not set. `:+` and `+`: text for one that is. */
      readonly otherwise: { readonly when: "set" | "unset"; readonly text: string } | null;
    };
