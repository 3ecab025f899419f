/**
 * Every verb of ours, loaded when it is said: most of them need the guard or a market, and a
 * command that succeeds needs nothing of that.
 */
import type { Command } from "@bazaar/terminal";

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
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
  try: async () => (await import("./try.ts")).tryCommand(),
  undo: async () => (await import("./undo.ts")).undoCommand(),
  guard: async () => (await import("./guard.ts")).guardCommand(),
  scrub: async () => (await import("./scrub.ts")).scrubCommand(),
  doctor: async () => (await import("./doctor.ts")).doctorCommand(),
  init: async () => (await import("./init.ts")).initCommand(),
  completion: async () => (await import("./completion.ts")).completionCommand(),
};

export const VERBS: readonly string[] = Object.keys(COMMANDS);

export function isVerb(word: string): boolean {
  return Object.hasOwn(COMMANDS, word);
}

const ASKS_FOR_ALL: ReadonlySet<string> = new Set(["help", "-h", "--help"]);

/** The verb that is said, alone; all of them where somebody asks what there is. */
export async function commandsFor(word: string): Promise<readonly Command[]> {
  if (ASKS_FOR_ALL.has(word)) return allCommands();
  const load = isVerb(word) ? COMMANDS[word] : undefined;
  return load === undefined ? [] : [await load()];
}

export function allCommands(): Promise<readonly Command[]> {
  return Promise.all(Object.values(COMMANDS).map((load) => load()));
}

/** What is meant where the first word is no verb. Behind `--` a command is taken by its word. */
export async function otherwise(isVerbatim = false): Promise<Command> {
  return (await import("./repair.ts")).repairCommand(isVerbatim);
}
