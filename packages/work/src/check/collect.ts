/** Evidence for the kernel's `judge`, collected by running a command on top of what the fix left. */
import type { Check, JsonObject } from "@bazaar/kernel";
import type { Run, Sandbox, ShellCommand } from "../sandbox.ts";
import { COLLECTORS } from "./collectors.ts";

/** Empty where no command can tell and the principal decides. */
export async function collect(
  { method }: Check,
  command: ShellCommand,
  sandbox: Sandbox,
): Promise<JsonObject> {
  return (await COLLECTORS[method]?.(command, sandbox)) ?? {};
}

/** The evidence of all checks from one run, for the kernel's `judgeRun`. */
export async function collectAll(
  checks: readonly Check[],
  command: ShellCommand,
  sandbox: Sandbox,
): Promise<JsonObject> {
  let only: Promise<Run> | null = null;
  const once: Sandbox = {
    run: (other) => sandbox.run(other),
    rehearse(same) {
      only ??= sandbox.rehearse(same);
      return only;
    },
    async [Symbol.asyncDispose]() {},
  };
  const parts = await Promise.all(checks.map((check) => collect(check, command, once)));
  return Object.assign({}, ...parts);
}
