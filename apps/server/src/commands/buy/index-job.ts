/** `bazaar buy index`: digests, symbols and dependencies of a repository. */
import { isJsonArray, type Json } from "@bazaar/kernel";
import { Command, say } from "@bazaar/terminal";
import { repeatable } from "../repeatable.ts";
import { checksOf, GIVEN_AS } from "./buy-input.ts";
import { type BuyOptions, readPurchase, withBuyOptions } from "./buy-options.ts";
import { sayingMarketErrors } from "./market-errors.ts";
import { printResult } from "./print-result.ts";
import { beginPurchase, openBuyer, purchase } from "./purchase.ts";
import { readRepository, sendRepository } from "./repository.ts";
import { showJson } from "./show-json.ts";

const SCHEMA = "oa.repo_index.v1";

interface IndexOptions extends BuyOptions {
  readonly repo: string;
  readonly types: string;
  readonly deny: readonly string[];
  readonly print?: boolean;
}

export function buyIndex(): Command {
  const command = new Command("index")
    .description("buy an index of a repository")
    .option("--repo <directory>", "the repository; its HEAD is indexed", ".")
    .option("--types <names>", "digests, symbols, dependencies", "digests,symbols,dependencies")
    .addOption(repeatable("--deny <glob>", "paths that are not sent"))
    .option("--print", "print the whole index as JSON");
  return withBuyOptions(command).action(
    sayingMarketErrors((options: IndexOptions) => run(options)),
  );
}

async function run(options: IndexOptions): Promise<void> {
  const asked = readPurchase(options);
  const buyer = openBuyer(asked);
  const repository = await readRepository(buyer, options.repo, options.deny);
  const payload = {
    repo_bundle: repository.artifact,
    git_ref: repository.commit,
    index_types: options.types.split(",").map((name) => name.trim()),
    time_limit_secs: BigInt(asked.timeLimitSeconds),
    ...asked.asked,
  };
  checksOf(SCHEMA, payload, GIVEN_AS);
  await sendRepository(buyer, repository);
  const deliver = printResult(buyer, asked, (index) => {
    if (options.print === true) return showJson(index);
    const { digests, symbols, dependencies } = index;
    const counts = `files ${lengthOf(digests)}, symbols ${lengthOf(symbols)}`;
    say(`${counts}, dependencies ${lengthOf(dependencies)}`);
  });
  const open = beginPurchase(buyer, asked, { schemaId: SCHEMA, payload });
  await purchase(buyer, asked, { open, deliver });
}

function lengthOf(list: Json | undefined): number {
  return isJsonArray(list) ? list.length : 0;
}
