/**
 * Notices fixes that failed in the sandbox and name what is hidden there, so that a right fix is not
 * taken for a wrong one. The path of a stranger's fix is not repeated: who sends a fix must not choose
 * what is shown.
 */
import type { RepairEvent } from "@bazaar/client";
import type { LayeredSandbox } from "@bazaar/guard/sandbox";
import { quoteWords } from "@bazaar/work";
import { visibleLine } from "../contracts/visible-command.ts";
import { hiddenPaths } from "./hidden-paths.ts";

export class LackingPaths {
  #sandbox: Pick<LayeredSandbox, "hides"> | null = null;
  #path: string | null = null;

  /** What is hidden is known once a sandbox was open. */
  seenIn(sandbox: Pick<LayeredSandbox, "hides">): void {
    this.#sandbox = sandbox;
  }

  see(event: RepairEvent): void {
    if (event.type !== "tried") return;
    const { verdict, evidence } = event;
    const said = verdict === "pass" || this.#sandbox === null ? "" : String(evidence.tail ?? "");
    const [hidden] = this.#sandbox === null ? [] : hiddenPaths(said, this.#sandbox);
    this.#path = hidden?.path ?? null;
  }

  /** What to try after the last fix failed; null if it did not fail for this. */
  advice({ isOwnAgent }: { readonly isOwnAgent: boolean }): string | null {
    if (this.#path === null) return null;
    if (!isOwnAgent) return "a fix needs a file that is hidden from it; --show <path> shows one";
    const flag = `--show ${visibleLine(quoteWords([this.#path]))}`;
    return `a fix needs ${visibleLine(this.#path)}, which is hidden from it; ${flag} shows it`;
  }
}
