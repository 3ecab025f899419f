/** `bazaar buy index`: digests, symbols and dependencies of a repository. */
import { resultPayload } from "@bazaar/client";
import { isJsonArray, type Json } from "@bazaar/kernel";
import { Command, say } from "@bazaar/terminal";
import { type BuyOptions, readPurchase, withBuyOptions } from "./buy-options.ts";
import { openBuyer, purchase } from "./purchase.ts";
import { readRepository, sendRepository } from "./repository.ts";
import { showJson } from "./show-json.ts";

interface IndexOptions extends BuyOptions {
  readonly repo: string;
  readonly types: string;
  readonly deny: readonly string[];
  readonly print?: boolean;
}

const each = (value: string, before: readonly string[]): readonly string[] => [...before, value];

export function buyIndex(): Command {
  const command = new Command("index")
    .description("buy an index of a repository")
    .option("--repo <directory>", "the repository; its HEAD is indexed", ".")
    .option("--types <names>", "digests, symbols, dependencies", "digests,symbols,dependencies")
    .option("--deny <glob>", "paths that are not sent; may be repeated", each, [])
    .option("--print", "print the whole index as JSON");
  return withBuyOptions(command).action((options: IndexOptions) => run(options));
}

async function run(options: IndexOptions): Promise<void> {
  const asked = readPurchase(options);
  const buyer = openBuyer(asked);
  const repository = await readRepository(buyer, options.repo, options.deny);
  await sendRepository(buyer, repository);
  const payload = {
    repo_bundle: repository.artifact,
    git_ref: repository.commit,
    index_types: options.types.split(",").map((name) => name.trim()),
    time_limit_secs: BigInt(asked.timeLimitSeconds),
    ...asked.asked,
  };
  const bought = await purchase(buyer, asked, { schemaId: "oa.repo_index.v1", payload });
  if (bought === null) return;
  const index = await resultPayload(bought, buyer);
  if (options.print === true) showJson(index);
  else if (!asked.isJson) {
    const { digests, symbols, dependencies } = index;
    const counts = `${lengthOf(digests)} files, ${lengthOf(symbols)} symbols`;
    say(`${counts}, ${lengthOf(dependencies)} dependencies`);
  }
}

function lengthOf(list: Json | undefined): number {
  return isJsonArray(list) ? list.length : 0;
}
