/** The branches of the repository in this directory, as files say it: git itself is not asked. */
import type { Investigator } from "../investigator.ts";

export async function branches(ask: Investigator): Promise<readonly string[]> {
  const loose = await ask.ask("find", ".git/refs/heads", "-type", "f");
  const packed = await ask.ask("grep", "-sh", " refs/heads/", ".git/packed-refs");
  const names = `${loose ?? ""}\n${packed ?? ""}`
    .split("\n")
    .map((line) => /(?:^\.git\/| )refs\/heads\/([\w./+@-]{1,100})$/.exec(line)?.[1])
    .filter((name) => name !== undefined);
  return [...new Set(names)];
}
