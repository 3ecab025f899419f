/**
 * What our programs print. Much of it comes from files and strangers, so nothing reaches a
 * terminal that the terminal would act on, or that a reader could not see.
 */
import { inertText } from "@bazaar/kernel";

export function say(text: string): void {
  process.stdout.write(`${inertText(text)}\n`);
}

export function complain(program: string, text: string): void {
  process.stderr.write(`${program}: ${inertText(text)}\n`);
}

const ASCII_LINES = /^[\n\x20-\x7e]*$/;

/** JSON that says the same with nothing but printable ASCII, and the line ends between texts. */
export function asciiJson(json: string): string {
  // Most of it is that already, and to find this out is quicker than to look for what is not.
  if (ASCII_LINES.test(json)) return json;
  return json.replace(
    /[^\n\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
