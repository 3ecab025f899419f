import type { Check, JsonObject } from "@bazaar/kernel";
import type { JobCollector } from "../job/job.ts";
import type { Sandbox, ShellCommand } from "../sandbox.ts";

/**
 * Runs what a check asks about and returns its evidence. It rehearses: what the command writes is thrown
 * away, so a check changes neither the user's files nor the next check's.
 */
export type CommandCollector = (command: ShellCommand, sandbox: Sandbox) => Promise<JsonObject>;

/** What a check asks about, and what answers. Null: no program can, and the principal decides. */
type Collector<C> =
  | { readonly asks: "command"; readonly collect: CommandCollector }
  | { readonly asks: "result"; readonly collect: JobCollector<C> }
  | null;

export type Collectors = {
  readonly [M in Check["method"]]: Collector<Extract<Check, { method: M }>>;
};
