/** `export NAME = value` and `alias name = 'command'`: no shell allows spaces around the sign. */
import { corrected, rule } from "../rule.ts";
import type { Call, Word } from "../shell-words.ts";
import { callOf, hasLine } from "../view.ts";

const SAYS = [
  /\bexport: [`'"]?=.{0,3}: not a valid identifier$/,
  /\balias: =: not found$/,
  /\bno such (?:hash table element|alias): =$/,
  /: bad assignment$/,
  /^alias: .{1,80}: not found$/,
];

interface Spaced {
  readonly name: Word;
  readonly value: Word;
}

export const spacedAssignment = rule<Spaced>({
  name: "spaced-assignment",
  title: "Spaces around the sign of an export or alias",
  sees(view) {
    const call = callOf(view, "export", "alias");
    return call === null || !hasLine(view, ...SAYS) ? null : partsOf(call);
  },
  repair: ({ name, value }, { command }) =>
    corrected(
      `${command.slice(0, name.start)}${name.raw}=${value.raw}${command.slice(value.end)}`,
      `There must be no spaces around the = after ${name.raw}.`,
    ),
});

function partsOf({ operands }: Call): Spaced | null {
  const [name, sign, value] = operands;
  const isSpaced = operands.length === 3 && sign?.raw === "=";
  if (!isSpaced || name === undefined || value === undefined) return null;
  return /^[\w.-]{1,80}$/.test(name.raw) ? { name, value } : null;
}
