/** What a market offers for proposals made in chat: money that is due when one is accepted. */
import type { Fields } from "../../canonical/fields.ts";
import type { JsonObject } from "../../canonical/json.ts";
import { moneyJson, type OfferedMoney, readBps, readMoney } from "../offered-money.ts";

export interface ChatMoney extends OfferedMoney {
  readonly platformBps: bigint;
}

export interface ChatOffer {
  /** Whether a panel may decide; otherwise there is no court. */
  readonly hasPanel: boolean;
  readonly money: readonly ChatMoney[];
}

export function chatOfferJson({ hasPanel, money }: ChatOffer): JsonObject {
  const printed = money.map((one) => ({ ...moneyJson(one), platform_bps: one.platformBps }));
  return { panel: hasPanel, money: printed };
}

export function readChatOffer(read: Fields): ChatOffer {
  const money = readMoney(read, (one) => ({ platformBps: readBps(one, "platform_bps") }));
  return { hasPanel: read.boolean("panel"), money };
}
