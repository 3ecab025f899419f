/** A command typed twice: `catcat file`, `cat cat file`. */
import { removeWord, replaceWord } from "../edit-command.ts";
import { corrected, type Rule, rule } from "../rule.ts";
import { hasLine } from "../view.ts";
import { missingCommand } from "./missing-command.ts";
import { isRiskyToGuess, WELL_KNOWN_COMMANDS } from "./well-known-commands.ts";

const glued = rule({
  name: "doubled-command",
  title: "A command typed twice as one word",
  sees(view) {
    const missing = missingCommand(view);
    const once = /^(.{2,20})\1$/.exec(missing?.name ?? "")?.[1];
    const isKnown = once !== undefined && WELL_KNOWN_COMMANDS.includes(once);
    return missing === null || !isKnown || isRiskyToGuess(once) ? null : { ...missing, once };
  },
  async repair({ name, call, once }, view, ask) {
    const there = await ask.installed([name, once]);
    if (there.includes(name) || !there.includes(once)) return null;
    return corrected(
      replaceWord(view, call.program, once),
      `${once} stands there twice; once is enough.`,
    );
  },
});

const repeated = rule({
  name: "repeated-command",
  title: "A command typed twice",
  sees(view) {
    for (const { program, operands } of view.calls) {
      const [word, ...others] = operands;
      const name = program.value ?? "";
      const isSame = word?.value === name && others.length > 0 && /^\w[\w-]{1,20}$/.test(name);
      // Of what removes or moves, the rest of the words may have been dealt with already.
      if (!isSame || isRiskyToGuess(name)) continue;
      const isSaid = new RegExp(`^${name}: .{0,40}\\b${name}['’]?: No such file or directory`);
      if (hasLine(view, isSaid)) return { word };
    }
    return null;
  },
  async repair({ word }, view, ask) {
    if ((await ask.entry(word.raw)) !== null) return null;
    return corrected(removeWord(view, word), `${word.raw} stands there twice; once is enough.`);
  },
});

export const doubledCommands: readonly Rule[] = [glued, repeated];
