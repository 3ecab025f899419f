import { styleText } from "node:util";

export type Colour = "plain" | "dim" | "red" | "green" | "yellow" | "cyan";

/** The text must already be inert. */
export function paint(text: string, colour: Colour, hasColours: boolean): string {
  if (!hasColours || colour === "plain") return text;
  return styleText(colour, text, { validateStream: false });
}
