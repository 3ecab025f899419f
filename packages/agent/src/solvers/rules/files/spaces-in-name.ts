import type { Investigator } from "../investigator.ts";
import { quotedPath } from "../quote.ts";
import { corrected, rule } from "../rule.ts";
import { hasLine } from "../view.ts";
import { missingPath } from "./missing-path.ts";

const MAX_PIECES = 8;

export const spacesInName = rule({
  name: "spaces-in-name",
  title: "A file name with spaces is not quoted",
  sees(view) {
    if (hasLine(view, /: cd: too many arguments$/))
      return runsOf(view.calls.flatMap((call) => call.operands));
    const missing = missingPath(view);
    const call = view.calls.find((one) => missing !== null && one.operands.includes(missing.word));
    return call === undefined ? null : runsOf(call.operands);
  },
  async repair(runs, view, ask) {
    const found = await firstThere(runs, ask);
    if (found === null) return null;
    const { command } = view;
    return corrected(
      command.slice(0, found.start) + quotedPath(found.name) + command.slice(found.end),
      `${found.name} is one file and needs quotes.`,
    );
  },
});

interface Run {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

async function firstThere(runs: readonly Run[], ask: Investigator): Promise<Run | null> {
  for (const run of runs) if ((await ask.entry(run.name)) !== null) return run;
  return null;
}

/** Neighbouring operands joined by one space, the longest first. */
function runsOf(
  operands: readonly {
    readonly start: number;
    readonly end: number;
    readonly value: string | null;
  }[],
): readonly Run[] | null {
  const pieces = operands.slice(0, MAX_PIECES);
  const runs: Run[] = [];
  for (const [from, first] of pieces.entries()) {
    for (const [to, last] of pieces.entries()) {
      const words = pieces.slice(from, to + 1).map(({ value }) => value);
      if (to <= from || words.some((word) => word === null || word.startsWith("-"))) continue;
      runs.push({ name: words.join(" "), start: first.start, end: last.end });
    }
  }
  return runs.length === 0 ? null : runs.sort((a, b) => b.name.length - a.name.length);
}
