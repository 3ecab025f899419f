/** `bazaar buy review`: a review of a diff whose findings point at lines of it. */
import { readFileSync } from "node:fs";
import { isJsonArray, isJsonObject, type JsonObject } from "@bazaar/kernel";
import { BadInput, Command, Option, sayLine } from "@bazaar/terminal";
import { checksOf, GIVEN_AS } from "./buy-input.ts";
import { type BuyOptions, readPurchase, withBuyOptions } from "./buy-options.ts";
import { sayingMarketErrors } from "./market-errors.ts";
import { printResult } from "./print-result.ts";
import { beginPurchase, openBuyer, purchase } from "./purchase.ts";

interface ReviewOptions extends BuyOptions {
  readonly diff: string;
  readonly focus: string;
  readonly depth: string;
}

const SCHEMA = "oa.code_review.v1";
const DEPTHS = ["quick", "standard", "thorough"];
const STANDARD_INPUT = 0;

export function buyReview(): Command {
  const command = new Command("review")
    .description("buy a review of a diff")
    .requiredOption("--diff <file>", "a unified diff; - reads standard input")
    .option("--focus <names>", "what to look for, separated by commas", "all")
    .addOption(new Option("--depth <depth>", "how thoroughly").choices(DEPTHS).default("standard"));
  return withBuyOptions(command).action(
    sayingMarketErrors((options: ReviewOptions) => run(options)),
  );
}

async function run(options: ReviewOptions): Promise<void> {
  const asked = readPurchase(options);
  const payload = {
    diff: readText(options.diff),
    focus: options.focus.split(",").map((name) => name.trim()),
    depth: options.depth,
    time_limit_secs: BigInt(asked.timeLimitSeconds),
    ...asked.asked,
  };
  checksOf(SCHEMA, payload, GIVEN_AS);
  const buyer = openBuyer(asked);
  const deliver = printResult(buyer, asked, ({ review }) => {
    if (isJsonObject(review)) showReview(review);
  });
  const open = beginPurchase(buyer, asked, { schemaId: SCHEMA, payload });
  await purchase(buyer, asked, { open, deliver });
}

function showReview({ summary, approval_status, issues }: JsonObject): void {
  sayLine(`${String(approval_status)}: ${String(summary)}`);
  for (const issue of isJsonArray(issues) ? issues : []) {
    if (!isJsonObject(issue)) continue;
    const [line] = isJsonArray(issue.line_range) ? issue.line_range : [];
    sayLine(
      `${String(issue.file)}:${String(line)}: ${String(issue.severity)}: ${String(issue.description)}`,
    );
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path === "-" ? STANDARD_INPUT : path, "utf8");
  } catch {
    throw new BadInput(`--diff: ${path} cannot be read`);
  }
}
