import type { Scene } from "./scenes.ts";
import type { TmuxScreen } from "./tmux-screen.ts";

const PROMPT = /^~[^$]* \$$/;

/** What the screen showed of it, without the last prompt, which waits for the next scene. */
export async function play(screen: TmuxScreen, { setup = "", typed }: Scene): Promise<string> {
  if (setup !== "") screen.prepare(setup);
  await screen.clear(PROMPT);
  for (const { text, until = PROMPT, key = "Enter" } of typed) {
    await screen.type(text, key, until);
  }
  const lines = screen.text.split("\n");
  return lines.slice(0, -1).join("\n");
}
