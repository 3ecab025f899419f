/** `bazaar buy run`: commands that somebody else runs in a sandbox. */
import { isJsonArray, isJsonObject, type JsonObject } from "@bazaar/kernel";
import { Command, sayLine } from "@bazaar/terminal";
import { repeatable } from "../repeatable.ts";
import { checksOf, GIVEN_AS } from "./buy-input.ts";
import { type BuyOptions, readPurchase, withBuyOptions } from "./buy-options.ts";
import { sayingMarketErrors } from "./market-errors.ts";
import { printResult } from "./print-result.ts";
import { beginPurchase, openBuyer, purchase } from "./purchase.ts";
import { readRepository, sendRepository } from "./repository.ts";
import { sayQuoted } from "./say-quoted.ts";

const SCHEMA = "oa.sandbox_run.v1";

interface RunOptions extends BuyOptions {
  readonly repo?: string;
  readonly deny: readonly string[];
}

export function buyRun(): Command {
  const command = new Command("run")
    .description("buy a run of commands in a sandbox")
    .argument("<command...>", "shell text, each run after the one before")
    .option("--repo <directory>", "a repository whose HEAD is there")
    .addOption(repeatable("--deny <glob>", "paths that are not sent"));
  return withBuyOptions(command).action(
    sayingMarketErrors((commands: string[], options: RunOptions) => run(commands, options)),
  );
}

async function run(commands: readonly string[], options: RunOptions): Promise<void> {
  const asked = readPurchase(options);
  const buyer = openBuyer(asked);
  const repository =
    options.repo === undefined ? null : await readRepository(buyer, options.repo, options.deny);
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
  checksOf(SCHEMA, payload, GIVEN_AS);
  if (repository !== null) await sendRepository(buyer, repository);
  const deliver = printResult(buyer, asked, ({ runs }) => {
    for (const one of isJsonArray(runs) ? runs : []) {
      if (isJsonObject(one)) showRun(one);
    }
  });
  const open = beginPurchase(buyer, asked, { schemaId: SCHEMA, payload });
  await purchase(buyer, asked, { open, deliver });
}

function showRun({ cmd, exit_code, stdout_preview }: JsonObject): void {
  sayLine(`$ ${String(cmd)}`);
  const output = typeof stdout_preview === "string" ? stdout_preview.trimEnd() : "";
  if (output !== "") sayQuoted(output);
  sayLine(`exit ${String(exit_code)}`);
}
