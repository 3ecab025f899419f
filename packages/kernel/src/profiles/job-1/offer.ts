/** What a market offers for jobs: courts, and money under the schedule pay-after-verify. */
import type { Fields } from "../../canonical/fields.ts";
import type { JsonObject } from "../../canonical/json.ts";
import { courtsJson, type OfferedCourt, readCourts } from "../offered-court.ts";
import { moneyJson, type OfferedMoney, readBps, readMoney } from "../offered-money.ts";

export interface JobMoney extends OfferedMoney {
  readonly platformBps: bigint;
  /** For the author of the skill and for the referrer, where a job names them. */
  readonly authorBps: bigint;
  readonly referrerBps: bigint;
}

export interface JobOffer {
  readonly courts: readonly OfferedCourt[];
  /** Whether a panel may decide. */
  readonly hasPanel: boolean;
  /** Whether this market can run checks again itself. */
  readonly replays: boolean;
  readonly money: readonly JobMoney[];
}

export function jobOfferJson({ courts, hasPanel, replays, money }: JobOffer): JsonObject {
  return {
    courts: courtsJson(courts),
    panel: hasPanel,
    replays,
    money: money.map((one) => ({
      ...moneyJson(one),
      platform_bps: one.platformBps,
      author_bps: one.authorBps,
      referrer_bps: one.referrerBps,
    })),
  };
}

export function readJobOffer(read: Fields): JobOffer {
  const money = readMoney(read, (one) => ({
    platformBps: readBps(one, "platform_bps"),
    authorBps: readBps(one, "author_bps"),
    referrerBps: readBps(one, "referrer_bps"),
  }));
  const [hasPanel, replays] = [read.boolean("panel"), read.boolean("replays")];
  return { courts: readCourts(read), hasPanel, replays, money };
}
