import { formatAmount, namesMarket, refuse } from "@bazaar/kernel";
import { z } from "zod";
import { type Answer, answer, signedPost } from "../endpoint.ts";
import { PARTY_TEXT } from "../json-schemas.ts";
import { decimal } from "../shapes.ts";
import { ledgerAsset } from "../views/money.ts";
import { checkSigner } from "./act-endpoint.ts";

export const faucet = signedPost({
  path: "/faucet",
  summary: "Get test money, if this server gives it away",
  tag: "money",
  body: z.object({
    asset: z.string().min(1).max(20),
    pubkey: PARTY_TEXT.optional(),
    platform: PARTY_TEXT.optional().meta({ description: "The key of this market" }),
  }),
  answer: z.object({ status: z.literal("ok"), asset: z.string(), amount: decimal }),
  async run(call): Promise<Answer> {
    const { party } = call.caller;
    const unnamed = checkSigner(call.caller, { pubkey: party, ...call.body }, "pubkey");
    if (unnamed !== null) return unnamed;
    const { asset, platform = null } = call.body;
    if (!namesMarket({ platform }, call.market.party)) {
      return refuse({ code: "market_not_named", platform: call.market.party });
    }
    const given = await call.market.askFaucet(party, asset);
    if (!given.ok) return given;
    const amount = formatAmount(given.value.amount, ledgerAsset(asset, call.market.offer));
    return answer({ status: "ok", asset, amount });
  },
});
