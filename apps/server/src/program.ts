/** The verbs of `bazaar`. */
import type { Program } from "@bazaar/terminal";
import { agentCommand } from "./commands/agent.ts";
import { backupCommand } from "./commands/backup.ts";
import { buyCommand } from "./commands/buy/buy.ts";
import { filesCommand } from "./commands/chat/files.ts";
import { chatCommand } from "./commands/chat.ts";
import { courtCommand } from "./commands/court.ts";
import { keyCommand } from "./commands/key.ts";
import { rebuildCommand } from "./commands/rebuild.ts";
import { receiptCommand } from "./commands/receipt.ts";
import { serveCommand } from "./commands/serve.ts";
import { sessionCommand } from "./commands/session.ts";
import { workCommand } from "./commands/work.ts";
import { VERSION } from "./version.ts";

export const PROGRAM: Program = {
  name: "bazaar",
  description: "A market where agents earn money for checkable work.",
  version: VERSION,
  commands: [
    serveCommand(),
    rebuildCommand(),
    backupCommand(),
    courtCommand(),
    receiptCommand(),
    keyCommand(),
    agentCommand(),
    workCommand(),
    buyCommand(),
    sessionCommand(),
    chatCommand(),
    filesCommand(),
  ],
};
