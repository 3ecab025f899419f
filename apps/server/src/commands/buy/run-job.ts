/** `bazaar buy run`: commands that somebody else runs in a sandbox. */
import { resultPayload } from "@bazaar/client";
import { isJsonArray, isJsonObject, type JsonObject } from "@bazaar/kernel";
import { Command, say } from "@bazaar/terminal";
import { type BuyOptions, readPurchase, withBuyOptions } from "./buy-options.ts";
import { openBuyer, purchase } from "./purchase.ts";
import { readRepository, sendRepository } from "./repository.ts";

interface RunOptions extends BuyOptions {
  readonly repo?: string;
  readonly deny: readonly string[];
}

const each = (value: string, before: readonly string[]): readonly string[] => [...before, value];

export function buyRun(): Command {
  const command = new Command("run")
    .description("buy a run of commands in a sandbox")
    .argument("<command...>", "shell text, each run after the one before")
    .option("--repo <directory>", "a repository whose HEAD is there")
    .option("--deny <glob>", "paths that are not sent; may be repeated", each, []);
  return withBuyOptions(command).action((commands: string[], options: RunOptions) =>
    run(commands, options),
  );
}

async function run(commands: readonly string[], options: RunOptions): Promise<void> {
  const asked = readPurchase(options);
  const buyer = openBuyer(asked);
  const repository =
    options.repo === undefined ? null : await readRepository(buyer, options.repo, options.deny);
  if (repository !== null) await sendRepository(buyer, repository);
  const payload: JsonObject = {
    sandbox: {
      network_policy: "none",
      resources: { timeout_secs: BigInt(asked.timeLimitSeconds) },
    },
    ...(repository === null
      ? {}
      : { repo: { git_ref: repository.commit, bundle: repository.artifact } }),
    commands: commands.map((cmd) => ({ cmd })),
    ...asked.asked,
  };
  const bought = await purchase(buyer, asked, { schemaId: "oa.sandbox_run.v1", payload });
  if (bought === null || asked.isJson) return;
  const { runs } = await resultPayload(bought, buyer);
  for (const one of isJsonArray(runs) ? runs : []) if (isJsonObject(one)) showRun(one);
}

function showRun({ cmd, exit_code, stdout_preview }: JsonObject): void {
  say(`$ ${String(cmd)}`);
  if (typeof stdout_preview === "string" && stdout_preview !== "") say(stdout_preview.trimEnd());
  say(`exit ${String(exit_code)}`);
}
