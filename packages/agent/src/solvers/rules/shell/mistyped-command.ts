import { mistyped } from "../mistyped.ts";
import { nearestAll } from "../nearest.ts";
import { missingCommand } from "./missing-command.ts";
import { splitCommand } from "./spacing.ts";
import { isRiskyToGuess, WELL_KNOWN_COMMANDS } from "./well-known-commands.ts";

const MAX_CANDIDATES = 5;
const MIN_LENGTH_FOR_TWO = 6;
export const mistypedCommand = mistyped({
  name: "mistyped-command",
  kind: "command",
  finds(view) {
    const missing = missingCommand(view);
    return missing === null || missing.name.includes("/") || splitCommand(missing.name) !== null
      ? null
      : { typed: missing.name, at: missing.call.program };
  },
  async meant({ typed }, { ask }) {
    const candidates = candidatesFor(typed);
    const there = candidates.length === 0 ? [] : await ask.installed([typed, ...candidates]);
    const [meant, other] = there;
    if (meant === undefined || there.includes(typed)) return null;
    // Swapped letters are a sure sign; without it, two candidates are ambiguous.
    return other === undefined || isSwapped(typed, meant) ? meant : null;
  },
});

/** The nearest well-known commands, installed or not. */
export function candidatesFor(name: string): readonly string[] {
  // A known command that is not installed is spelled right.
  if (WELL_KNOWN_COMMANDS.includes(name)) return [];
  const near = nearestAll(name, WELL_KNOWN_COMMANDS).filter(
    ({ word, distance }) => !isRiskyToGuess(word) && (distance === 1 || isSimilar(name, word)),
  );
  const swapped = near.filter(({ word }) => isSwapped(name, word));
  if (swapped.length > 0 || name.length <= 2) return swapped.map(({ word }) => word);
  return near
    .filter(({ distance }) => distance === near[0]?.distance)
    .map(({ word }) => word)
    .slice(0, MAX_CANDIDATES);
}

/** Two edits make another word of a short one, such as touch of nosuch. */
function isSimilar(typed: string, word: string): boolean {
  return (word.length >= MIN_LENGTH_FOR_TWO && word[0] === typed[0]) || isSwapped(typed, word);
}

function isSwapped(typed: string, word: string): boolean {
  return [...typed].sort().join("") === [...word].sort().join("");
}
