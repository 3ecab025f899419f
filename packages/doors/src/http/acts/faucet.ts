import { formatAmount } from "@bazaar/kernel";
import { z } from "zod";
import { type Answer, answer, endpoint } from "../endpoint.ts";
import { PARTY_TEXT } from "../json-schemas.ts";
import { decimal } from "../shapes.ts";
import { ledgerAsset } from "../views/money.ts";
import { signerOf } from "./act-endpoint.ts";

export const faucet = endpoint({
  method: "POST",
  path: "/faucet",
  summary: "Some test money for the signer, where this server gives it away",
  tag: "money",
  body: z.object({ asset: z.string().min(1).max(20), pubkey: PARTY_TEXT.optional() }),
  answer: z.object({ status: z.literal("ok"), asset: z.string(), amount: decimal }),
  async run(call): Promise<Answer> {
    const named = { pubkey: call.caller?.party, ...call.body };
    const signer = signerOf(call.caller, named, "pubkey");
    if (!signer.ok) return signer;
    const { asset } = call.body;
    const given = await call.market.askFaucet(signer.value.party, asset);
    if (!given.ok) return given;
    const amount = formatAmount(given.value.amount, ledgerAsset(asset, call.market.offer));
    return answer({ status: "ok", asset, amount });
  },
});
