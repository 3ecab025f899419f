/**
 * Answers of our own agent that no sandbox can prove: they are shown, and nobody is paid for them.
 * After a fix that passed its check they are not: one answer, and not a second that contradicts it.
 */
import type { Hint } from "@bazaar/agent";
import type { UserInterface } from "./user-interface.ts";

/** One that can be typed, and one that only explains. */
const MAX_EACH = 1;

export function sayHints(
  hints: readonly Hint[],
  { tell, hasVerified }: Pick<UserInterface, "tell" | "hasVerified">,
): void {
  if (hasVerified) return;
  const typed = hints.filter(({ command }) => command !== undefined).slice(0, MAX_EACH);
  const explained = hints.filter(({ command }) => command === undefined).slice(0, MAX_EACH);
  for (const { explanation, command = null, unproved = null } of [...typed, ...explained]) {
    tell({ type: "hint", explanation, command, unproved });
  }
}
