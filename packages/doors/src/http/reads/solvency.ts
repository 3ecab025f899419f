import { contractAlias, formatAmount } from "@bazaar/kernel";
import type { SolvencyLine } from "@bazaar/market/ports";
import { z } from "zod";
import { answer, publicRead } from "../endpoint.ts";
import { count, decimal } from "../shapes.ts";

export const solvency = publicRead({
  path: "/solvency",
  summary: "What is owed and what is held, by rail and asset. The difference must be 0",
  tag: "money",
  answer: z.object({
    solvent: z.boolean(),
    lines: z.array(
      z.object({
        rail: z.string(),
        asset: z.string(),
        owed_to_contracts: decimal,
        owed_to_accounts: decimal,
        held: decimal,
        difference: z.string().describe("Held minus owed."),
        contracts: z.array(z.object({ contract_id: z.string(), owed: decimal })),
        more_contracts: count,
      }),
    ),
  }),
  run: async ({ market }) => {
    const lines = await market.solvency();
    return answer({
      solvent: lines.every((line) => surplus(line) >= 0n),
      lines: lines.map(lineView),
    });
  },
});

function surplus({ held, owedToContracts, owedToAccounts }: SolvencyLine): bigint {
  return held - owedToContracts - owedToAccounts;
}

function lineView(line: SolvencyLine): Record<string, unknown> {
  const print = (units: bigint): string => formatAmount(units, line.asset);
  const difference = surplus(line);
  return {
    rail: line.rail,
    asset: line.asset.code,
    owed_to_contracts: print(line.owedToContracts),
    owed_to_accounts: print(line.owedToAccounts),
    held: print(line.held),
    difference: difference < 0n ? `-${print(-difference)}` : print(difference),
    contracts: line.contracts.map(({ contract, owed }) => ({
      contract_id: contractAlias(contract),
      owed: print(owed),
    })),
    more_contracts: line.moreContracts,
  };
}
