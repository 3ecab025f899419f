import { styleText } from "node:util";

export type Colour = "plain" | "dim" | "red" | "green" | "yellow" | "cyan";

/** Colours only where somebody sees them; the text itself must be inert already. */
export function paint(text: string, colour: Colour, hasColours: boolean): string {
  if (!hasColours || colour === "plain") return text;
  return styleText(colour, text, { validateStream: false });
}
