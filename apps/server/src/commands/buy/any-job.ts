/** `bazaar buy job`: a job of any schema, from its request as JSON. */
import { readFileSync } from "node:fs";
import { isJsonObject, JOB_SCHEMAS, type JsonObject, parseJson } from "@bazaar/kernel";
import { BadInput, Command, Option } from "@bazaar/terminal";
import { checksOf } from "./buy-input.ts";
import { type BuyOptions, readPurchase, withBuyOptions } from "./buy-options.ts";
import { sayingMarketErrors } from "./market-errors.ts";
import { printResult } from "./print-result.ts";
import { beginPurchase, openBuyer, purchase } from "./purchase.ts";
import { showJson } from "./show-json.ts";

interface AnyOptions extends BuyOptions {
  readonly schema: string;
}

const STANDARD_INPUT = 0;

export function buyAny(): Command {
  const command = new Command("job")
    .description("buy a job of any schema; its result is printed as JSON")
    .argument("<request.json>", "what the schema asks for; - reads standard input")
    .addOption(
      new Option("--schema <id>", "see GET /schemas")
        .choices(JOB_SCHEMAS.map(({ id }) => id))
        .makeOptionMandatory(),
    );
  return withBuyOptions(command).action(
    sayingMarketErrors((file: string, options: AnyOptions) => run(file, options)),
  );
}

async function run(file: string, options: AnyOptions): Promise<void> {
  const asked = readPurchase(options);
  const limit = { time_limit_secs: BigInt(asked.timeLimitSeconds) };
  const payload = { ...limit, ...readRequest(file), ...asked.asked };
  checksOf(options.schema, payload, {});
  const buyer = openBuyer(asked);
  const deliver = printResult(buyer, asked, showJson);
  const open = beginPurchase(buyer, asked, { schemaId: options.schema, payload });
  await purchase(buyer, asked, { open, deliver });
}

function readRequest(file: string): JsonObject {
  let text: string;
  try {
    text = readFileSync(file === "-" ? STANDARD_INPUT : file, "utf8");
  } catch {
    throw new BadInput(`${file} cannot be read`);
  }
  const json = parseJson(text, { duplicateKeys: "refuse" });
  if (!json.ok || !isJsonObject(json.value)) throw new BadInput(`${file} is not a JSON object`);
  return json.value;
}
