import type { JsonObject } from "@bazaar/kernel";
import type { Sandbox, ShellCommand } from "../sandbox.ts";

/**
 * Runs what a check asks about and returns its evidence. It rehearses: what the command writes is thrown
 * away, so a check changes neither the user's files nor the next check's.
 */
export type Collector = (command: ShellCommand, sandbox: Sandbox) => Promise<JsonObject>;
