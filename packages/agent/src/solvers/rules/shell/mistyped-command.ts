import { replaceWord } from "../edit-command.ts";
import { nearestAll } from "../nearest.ts";
import { corrected, rule } from "../rule.ts";
import { missingCommand } from "./missing-command.ts";
import { WELL_KNOWN_COMMANDS } from "./well-known-commands.ts";

const MAX_CANDIDATES = 5;
/** What cannot be taken back is never a guess. */
const DANGEROUS = new Set(
  "rm rmdir mv dd kill fdisk passwd useradd chmod chown su sudo umount crontab systemctl".split(
    " ",
  ),
);

export const mistypedCommand = rule({
  name: "mistyped-command",
  title: "A command's name is mistyped",
  sees(view) {
    const missing = missingCommand(view);
    if (missing === null || missing.name.includes("/")) return null;
    const candidates = candidatesFor(missing.name);
    return candidates.length === 0 ? null : { ...missing, candidates };
  },
  async repair({ name, call, candidates }, view, ask) {
    const [meant, other] = await ask.installed(candidates);
    if (meant === undefined) return null;
    // Swapped letters say what was meant; otherwise two candidates are one too many.
    if (other !== undefined && !isSwapped(name, meant)) return null;
    return corrected(
      replaceWord(view, call.program, meant),
      `There is no command called ${name}; ${meant} is installed and a slip away.`,
    );
  },
});

function candidatesFor(name: string): readonly string[] {
  // A known command that is not installed is no slip.
  if (WELL_KNOWN_COMMANDS.includes(name)) return [];
  const near = nearestAll(name, WELL_KNOWN_COMMANDS).filter(({ word }) => !DANGEROUS.has(word));
  const swapped = near.filter(({ word }) => isSwapped(name, word));
  if (swapped.length > 0 || name.length <= 2) return swapped.map(({ word }) => word);
  return near
    .filter(({ distance }) => distance === near[0]?.distance)
    .map(({ word }) => word)
    .slice(0, MAX_CANDIDATES);
}

function isSwapped(typed: string, word: string): boolean {
  return [...typed].sort().join("") === [...word].sort().join("");
}
