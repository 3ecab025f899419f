import { chainJson, type JsonObject } from "@bazaar/kernel";
import { say } from "@bazaar/terminal";

/** Printable ASCII: other characters are escaped. */
export function showJson(value: JsonObject): void {
  say(chainJson(value));
}
