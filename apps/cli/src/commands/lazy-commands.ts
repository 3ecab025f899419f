/** The command of every verb, loaded when it is called: most need the guard or a market. */
import type { Command } from "@bazaar/terminal";
import { isVerb, type Verb } from "../verbs.ts";

const COMMANDS: Readonly<Record<Verb, () => Promise<Command>>> = {
  it: async () => (await import("./it.ts")).itCommand(),
  status: async () => (await import("./status.ts")).statusCommand(),
  show: async () => (await import("./show.ts")).showCommand(),
  verify: async () => (await import("./verify.ts")).verifyCommand(),
  chat: async () => (await import("./chat.ts")).chatCommand(),
  cancel: async () => (await import("./cancel.ts")).cancelCommand(),
  halt: async () => (await import("./halt.ts")).haltCommand(),
  resume: async () => (await import("./resume.ts")).resumeCommand(),
  review: async () => (await import("./review.ts")).reviewCommand(),
  dispute: async () => (await import("./dispute.ts")).disputeCommand(),
  respond: async () => (await import("./respond.ts")).respondCommand(),
  appeal: async () => (await import("./appeal.ts")).appealCommand(),
  wallet: async () => (await import("./wallet.ts")).walletCommand(),
  whoami: async () => (await import("./whoami.ts")).whoamiCommand(),
  config: async () => (await import("./config.ts")).configCommand(),
  shown: async () => (await import("./shown.ts")).shownCommand(),
  try: async () => (await import("./try.ts")).tryCommand(),
  undo: async () => (await import("./undo.ts")).undoCommand(),
  recover: async () => (await import("./recover.ts")).recoverCommand(),
  guard: async () => (await import("./guard.ts")).guardCommand(),
  scrub: async () => (await import("./scrub.ts")).scrubCommand(),
  doctor: async () => (await import("./doctor.ts")).doctorCommand(),
  init: async () => (await import("./init.ts")).initCommand(),
  completion: async () => (await import("./completion.ts")).completionCommand(),
  uninstall: async () => (await import("./uninstall.ts")).uninstallCommand(),
};

export const HELP_WORDS: ReadonlySet<string> = new Set(["help", "-h", "--help"]);

/** Only the command that is called; all of them for the help. */
export async function commandsFor(word: string): Promise<readonly Command[]> {
  if (HELP_WORDS.has(word)) return allCommands();
  return isVerb(word) ? [await COMMANDS[word]()] : [];
}

export function allCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(COMMANDS).map((load) => load()));
}

/** The command that runs if the first word is not a verb. After `--` every word belongs to the command. */
export async function defaultCommand(
  given: readonly string[] = [],
  platform: NodeJS.Platform = process.platform,
): Promise<Command> {
  return (await import("./repair.ts")).repairCommand(given, platform);
}
