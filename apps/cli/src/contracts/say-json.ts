import { chainJson, type Json } from "@bazaar/kernel";
import { asciiJson } from "@bazaar/terminal";

/** For programs: one line, and nothing in it that a terminal would act on. */
export function sayJson(json: Json): void {
  process.stdout.write(asciiJson(`${chainJson(json)}\n`));
}
