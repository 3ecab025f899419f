/** "Command not found" as shells say it, and programs that run the command which follows them. */
import type { Investigator } from "../investigator.ts";
import type { Call } from "../shell-words.ts";
import { firstMatch, type View } from "../view.ts";

const SAID = [
  /(?:^|: )(?:line \d{1,6}: |\d{1,6}: )?([^\s:'’]{1,64}): (?:command )?not found$/,
  /^(?:env|nice|nohup|timeout|stdbuf|setsid|xargs|time|make): (?:failed to (?:run command|execute) |cannot run )?['‘"]?([^\s:'’"/]{1,64})['’"]?: No such file or directory$/,
];

export interface MissingCommand {
  readonly name: string;
  readonly call: Call;
}

/** The program of the command that the shell did not find. */
export function missingCommand(view: View): MissingCommand | null {
  for (const pattern of SAID) {
    const name = firstMatch(view, pattern)?.[1];
    const call = view.calls.find((one) => one.program.value === name);
    if (name !== undefined && call !== undefined) return { name, call };
  }
  return null;
}

/** Any row of data may say "not found": it counts only of a program that no directory of PATH has. */
export async function isMissing(name: string, ask: Investigator): Promise<boolean> {
  return name.includes("/") || (await ask.installed([name])).length === 0;
}
