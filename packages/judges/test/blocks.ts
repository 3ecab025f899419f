/** Parses a case file into its data blocks. */
import { invariant } from "@bazaar/kernel";

export interface Block {
  readonly label: string;
  readonly lines: readonly string[];
}

const TAG = /^Everything in blocks tagged ([0-9a-f]{16}), /m;
const CUT = /^\[cut: [0-9]+ (?:characters|texts .*)\]$/;

/** Fails on a line that is in the wrong place. */
export function blocksOf(text: string): readonly Block[] {
  const tag = TAG.exec(text)?.[1] ?? "";
  const opening = new RegExp(`^<data ${tag}: (.*)>$`);
  const blocks: Block[] = [];
  let open: { label: string; lines: string[] } | null = null;
  for (const line of text.split("\n")) {
    const label = opening.exec(line)?.[1];
    if (open === null) {
      invariant(!line.startsWith("|"), `data outside a block: ${line}`);
      if (label !== undefined) open = { label, lines: [] };
    } else if (line === `</data ${tag}>`) {
      blocks.push(open);
      open = null;
    } else {
      invariant(line.startsWith("|") || CUT.test(line), `an unmarked line inside a block: ${line}`);
      open.lines.push(line);
    }
  }
  invariant(open === null, "a block without an end");
  return blocks;
}

/** The text of a block from which nothing was cut. */
export function bodyOf({ lines }: Block): string {
  return lines.map((line) => line.slice(2)).join("\n");
}

/** The blocks that one side wrote. */
export function writtenBy(who: "principal" | "agent", text: string): readonly Block[] {
  return blocksOf(text).filter(({ label }) => label.includes(`, by the ${who}, `));
}
