import { BadInput } from "@bazaar/terminal";
import { ownScrubber } from "../own-scrubber.ts";
import { complain } from "../terminal.ts";
import { onOneLine } from "./inert-lines.ts";

/**
 * What a person writes, as it leaves the machine: without what is secret here.
 * @throws BadInput where it is longer than the market takes.
 */
export function ownWords(words: readonly string[], max: number): string {
  const said = words.join(" ");
  const { text, found } = ownScrubber(process.cwd()).scrub(said);
  if (found.length > 0)
    complain(`${found.length} secret(s) left out of what is sent: ${onOneLine(text)}`);
  if (text.length > max) {
    throw new BadInput(
      `that is ${text.length} characters long; ${max} are taken. Say it in fewer.`,
    );
  }
  return text;
}
