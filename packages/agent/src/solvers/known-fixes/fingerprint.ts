/**
 * Identifies a failure: a hash of the command and the end of its output, without what differs
 * between machines. Those parts are kept in order, so that a fix can be filled in on another machine.
 */
import { stripVTControlCharacters } from "node:util";
import { sha256Hex } from "@bazaar/kernel";

export interface Fingerprint {
  readonly key: string;
  /** Paths, numbers and hashes, each once, in order of appearance. */
  readonly slots: readonly string[];
  /** A hash of the slots. */
  readonly facts: string;
}

const MAX_COMMAND = 2_000;
const MAX_ERROR = 4_000;
/** A path, a hash or a number. Every part is bounded, so it takes linear time. */
const VARYING =
  /(?:~|\.{1,2})?(?:\/[\w.@+~-]{1,80}){1,20}\/?|[\w.@+-]{1,80}(?:\/[\w.@+-]{1,80}){1,20}\/?|\b0x[0-9a-fA-F]{1,64}\b|\b(?=[0-9a-f]{0,40}[0-9])[0-9a-f]{7,64}\b|[0-9]{1,20}/g;

export function fingerprint(command: string, error: string): Fingerprint {
  const slots: string[] = [];
  const plain = (text: string): string =>
    stripVTControlCharacters(text).replace(VARYING, (token) => {
      const known = slots.indexOf(token);
      if (known === -1) slots.push(token);
      return `<${known === -1 ? slots.length : known + 1}>`;
    });
  const said = error.slice(-MAX_ERROR).split("\n");
  const lines = said.map((line) => plain(line).trim().replace(/\s+/g, " "));
  const normal = [plain(command.slice(0, MAX_COMMAND)).trim(), ...lines.filter((l) => l !== "")];
  const facts = sha256Hex(JSON.stringify(slots));
  return { key: sha256Hex(normal.join("\n")), slots, facts };
}
