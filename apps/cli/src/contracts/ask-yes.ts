import { createInterface } from "node:readline/promises";
import { inertText } from "@bazaar/kernel";
import { BadInput } from "@bazaar/terminal";

/** @throws BadInput where there is nobody to ask. */
export async function askYes(question: string): Promise<boolean> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) {
    throw new BadInput("there is no terminal to ask on; --yes says yes beforehand");
  }
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const leaving = new AbortController();
  prompt.on("SIGINT", () => leaving.abort()).on("close", () => leaving.abort());
  try {
    const { signal } = leaving;
    const answer = await prompt.question(`${inertText(question)} [y/N] `, { signal });
    return /^y(?:es)?$/i.test(answer.trim());
  } catch (error) {
    if (!leaving.signal.aborted) throw error;
    return false;
  } finally {
    prompt.close();
  }
}
