import { sayLine } from "@bazaar/terminal";

/** What a provider wrote, behind a bar: none of its lines can be taken for one of ours. */
export function sayQuoted(text: string): void {
  for (const line of text.split("\n")) sayLine(`│ ${line}`);
}
