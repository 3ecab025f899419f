/** `bazaar buy text`: text for a prompt. Its form is checked; whether it is good is for you to say. */
import { Command } from "@bazaar/terminal";
import { wholeNumber } from "../whole-number.ts";
import { checksOf, GIVEN_AS } from "./buy-input.ts";
import { type BuyOptions, readPurchase, withBuyOptions } from "./buy-options.ts";
import { sayingMarketErrors } from "./market-errors.ts";
import { printResult } from "./print-result.ts";
import { beginPurchase, openBuyer, purchase } from "./purchase.ts";
import { sayQuoted } from "./say-quoted.ts";

interface TextOptions extends BuyOptions {
  readonly maxLength: string;
}

const SCHEMA = "oa.text_gen.v1";
const MAX_LENGTH = 1_000_000;

export function buyText(): Command {
  const command = new Command("text")
    .description("buy text for a prompt; only its form can be checked")
    .argument("<prompt>", "what to write")
    .option("--max-length <characters>", "the longest text", "10000");
  return withBuyOptions(command).action(
    sayingMarketErrors((prompt: string, options: TextOptions) => run(prompt, options)),
  );
}

async function run(prompt: string, options: TextOptions): Promise<void> {
  const asked = readPurchase(options);
  const payload = {
    prompt,
    max_length: BigInt(wholeNumber("--max-length", options.maxLength, 1, MAX_LENGTH)),
    time_limit_secs: BigInt(asked.timeLimitSeconds),
    ...asked.asked,
  };
  checksOf(SCHEMA, payload, GIVEN_AS);
  const buyer = openBuyer(asked);
  const deliver = printResult(buyer, asked, ({ text }) => sayQuoted(String(text)));
  const open = beginPurchase(buyer, asked, { schemaId: SCHEMA, payload });
  await purchase(buyer, asked, { open, deliver });
}
