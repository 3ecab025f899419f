/** The repository's branches, read from its files: git is not one of the read-only commands. */
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
