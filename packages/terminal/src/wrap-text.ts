/** The column where the text of a step begins, after its time and label. */
const STEP_COLUMNS = 19;
/** On a narrow screen the rest of a text begins further left. */
const [NARROW, NARROW_INDENT] = [60, 8];
/** All Unicode blanks, and the empty braille pattern, which looks like one. */
const BLANKS = /[\s\u2800]+/u;

/** The columns where the first line begins, and those below it. */
interface TextPlace {
  readonly first: number;
  readonly indent: number;
}

/**
 * Wraps a text between words. Runs of blanks become one, so that a text from outside cannot place its
 * words on the screen.
 */
export function wrapText(
  text: string,
  columns: number,
  { first, indent }: TextPlace = placeOfStep(columns),
): string {
  const lines: string[] = [];
  let room = columns - first;
  let line = "";
  for (const word of text.split(BLANKS)) {
    if (line !== "" && line.length + 1 + word.length > room) {
      lines.push(line);
      line = "";
      room = columns - indent;
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${" ".repeat(indent)}`);
}

function placeOfStep(columns: number): TextPlace {
  return { first: STEP_COLUMNS, indent: columns < NARROW ? NARROW_INDENT : STEP_COLUMNS };
}
