import { homedir } from "node:os";
import type { Contract } from "@bazaar/doors/http/connect";
import { BadInput } from "@bazaar/terminal";
import { counted } from "../counted.ts";
import { fixHome } from "../home.ts";
import { ownScrubber } from "../own-scrubber.ts";
import { ownRepairs } from "../repair/own-repairs.ts";
import { complain } from "../terminal.ts";
import { onOneLine } from "./inert-lines.ts";

/**
 * What a person writes on a contract, as it leaves the machine: without what is secret here, or
 * where the command failed that the contract is about.
 * @throws BadInput where it is longer than the market takes.
 */
export function ownWords(words: readonly string[], max: number, { id }: Contract): string {
  const said = words.join(" ");
  const record = ownRepairs(fixHome(homedir())).find(id);
  const elsewhere = record === null ? [] : [record.directory];
  const { text, found } = ownScrubber(process.cwd(), ...elsewhere).scrub(said);
  if (found.length > 0)
    complain(
      `${counted(found.length, "secret")} removed from the text that is sent: ${onOneLine(text)}`,
    );
  if (text.length > max) {
    throw new BadInput(`the text has ${text.length} characters; the limit is ${max}`);
  }
  return text;
}
