import { type DoorRefused, refuseAtDoor } from "./door-refusal.ts";

const ID_OR_KEY = /^(?:[0-9a-f]{32}|(?:fix_|nostr:)?[0-9a-f]{64}|evm:0x[0-9a-f]{40})$/i;

/**
 * Ids and keys are written in lower case only: signatures cover the characters of paths and bodies,
 * and with two spellings one act would have two signed texts. Null if the text is no id, or is fine.
 */
export function upperCaseRefusal(text: string): DoorRefused | null {
  if (!ID_OR_KEY.test(text) || text === text.toLowerCase()) return null;
  return refuseAtDoor({ code: "upper_case", text });
}
