import { homedir } from "node:os";
import type { Contract } from "@bazaar/doors/connection";
import { BadInput } from "@bazaar/terminal";
import { counted } from "../counted.ts";
import { fixHome } from "../home.ts";
import { ownScrubber } from "../own-scrubber.ts";
import { waitingRepairs } from "../repair/waiting-repairs.ts";
import { complain } from "../terminal.ts";
import { onOneLine } from "./inert-lines.ts";

/**
 * A text of the user as it is sent: without the secrets of this directory, or of the one where the
 * contract's command failed.
 * @throws BadInput if it is longer than the market accepts.
 */
export function outgoingText(words: readonly string[], max: number, { id }: Contract): string {
  const said = words.join(" ");
  const record = waitingRepairs(fixHome(homedir())).find(id);
  const elsewhere = record === null ? [] : [record.directory];
  const { text, found } = ownScrubber(process.cwd(), ...elsewhere).scrub(said);
  if (found.length > 0) {
    const secrets = counted(found.length, "secret");
    complain(`${secrets} removed from the text that is sent: ${onOneLine(text)}`);
  }
  if (text.length > max) {
    throw new BadInput(`the text has ${text.length} characters; the limit is ${max}`);
  }
  return text;
}
