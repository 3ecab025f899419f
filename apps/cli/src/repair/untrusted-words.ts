/**
 * What a repair has read: rows of data that a command printed, and files that were looked at. A word
 * that only the output has goes into no file that then runs without anybody having read it.
 */
import { unreadWords } from "@bazaar/agent/printed-words";
import type { Failure, RepairEvent } from "@bazaar/client";
import { onOneLine } from "../contracts/inert-lines.ts";

/** Trials are bounded too; each adds the end of what it printed. */
const MAX_TRIALS = 20;

export class UntrustedWords {
  readonly #failure: Pick<Failure, "command" | "output">;
  readonly #looks: { readonly command: string; readonly output: string }[] = [];
  readonly #printed: string[] = [];

  constructor(failure: Pick<Failure, "command" | "output">) {
    this.#failure = failure;
  }

  readonly see = (event: RepairEvent): void => {
    if (event.type === "looked") {
      this.#looks.push({ command: event.command, output: event.finding.output });
    }
    if (event.type === "tried" && this.#printed.length < MAX_TRIALS) {
      this.#printed.push(String(event.evidence.tail ?? ""));
    }
  };

  /** Why the fix must be read first; null if it writes nothing of that kind. */
  problemOf(fix: string): string | null {
    const { command, output } = this.#failure;
    const error = [output, ...this.#printed].join("\n");
    const [word] = unreadWords(fix, { command, error }, this.#looks);
    if (word === undefined) return null;
    return `it writes ${onOneLine(word)}, which only the output names; without --yes you are asked`;
  }
}
