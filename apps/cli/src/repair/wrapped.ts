/** Where the text of a step begins: behind its time and its name. */
const STEP_COLUMNS = 19;
const INDENT = "        ";
/** Every blank that Unicode has, and a braille pattern without dots, which looks like one. */
const BLANKS = /[\s\u2800]+/u;

/**
 * Broken between words for a narrow terminal; what has no gaps is left to the terminal. Blanks
 * count once: nobody sets the place where a word of theirs comes to stand.
 */
export function wrapped(text: string, columns: number): string {
  const lines: string[] = [];
  let room = columns - STEP_COLUMNS;
  let line = "";
  for (const word of text.split(BLANKS)) {
    if (line !== "" && line.length + 1 + word.length > room) {
      lines.push(line);
      line = "";
      room = columns - INDENT.length;
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${INDENT}`);
}
