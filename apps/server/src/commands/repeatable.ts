import { Option } from "@bazaar/terminal";

/** An option that may be given several times. */
export function repeatable(flags: string, description: string): Option {
  return new Option(flags, `${description}; may be repeated`)
    .argParser((value: string, before: readonly string[]) => [...before, value])
    .default([], "none");
}
