const ESCAPE = "\u001b";
const BELL = "\u0007";
const END = "\u009c";
/** Colours and where the cursor is. */
const CONTROL = `(?:${ESCAPE}\\[|\u009b)[0-?]*[ -/]*[@-~]?`;
/** Titles, links and the like; one without an end reaches to the end of its line. */
const STRING_START = `(?:${ESCAPE}[\\]PX^_]|[\u0090\u0098\u009d-\u009f])`;
const STRING = `${STRING_START}[^${BELL}${ESCAPE}${END}\n]*(?:${BELL}|${ESCAPE}\\\\|${END})?`;
const SHORT = `${ESCAPE}[ -/]*[0-~]?`;
/** What a terminal acts on. */
const TERMINAL = new RegExp(`${CONTROL}|${STRING}|${SHORT}`, "g");
const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;
/** Control, format, private, unassigned, lone surrogates; and what no reader sees. */
const UNSEEN = /(?![\n\t])[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** What a person would see of a text: nothing invisible, and nothing that a terminal acts on. */
export function plainText(text: string): string {
  return text.replace(TERMINAL, "").replace(LINE_END, "\n").replace(UNSEEN, "");
}
