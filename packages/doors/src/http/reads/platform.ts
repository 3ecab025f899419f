import { publicKeyHex } from "@bazaar/kernel";
import { z } from "zod";
import { refuseAtDoor } from "../door-refusal.ts";
import { answer, type PublicRead, publicRead } from "../endpoint.ts";
import { count, decimal, hash, party } from "../shapes.ts";
import { byStatus, countIn } from "../views/census.ts";
import { platformInfoView } from "../views/platform-info.ts";
import { STATUSES } from "../views/status.ts";

export const serverPubkey = publicRead({
  path: "/server_pubkey",
  summary: "The key that signs the server's own entries",
  tag: "platform",
  answer: z.object({ pubkey: hash, fix_id: party }),
  run: async ({ market }) => answer({ pubkey: publicKeyHex(market.party), fix_id: market.party }),
});

const money = {
  currency: z.string(),
  min_bounty: decimal,
  judge_fee: decimal,
  min_inclusive_bond: decimal,
  platform_fee_rate: decimal,
  platform_fee_min: decimal,
  cancel_fee_rate: decimal.describe(
    "What leaving late costs in all: one half goes to the other side, one to the platform. It is twice cancelFee of the server's settings.",
  ),
  court_tiers: z.array(z.object({ name: z.string(), fee: decimal, models: z.array(z.string()) })),
  court_fit: z
    .array(z.object({ accuracy: decimal, max_bounty: decimal }))
    .describe("Above this bounty a lie pays on average, before a court that is right this often."),
};

export const platformInfo = publicRead({
  path: "/platform_info",
  summary:
    "Fees, windows, limits, rails and courts, and the offer that complete terms are built from",
  tag: "platform",
  answer: z.object({
    model: z.string(),
    ...money,
    stats: z.object({
      contracts_fulfilled: count,
      contracts_resolved: count,
      contracts_open: count,
      contracts_active: count,
    }),
    version: z.string(),
    assets: z.array(
      z.object({ ...money, chain: z.string(), rail: z.string(), max_bounty: decimal }),
    ),
    rails: z.array(z.string()),
    courts: z.array(z.object({ judge: party, tiers: z.array(z.string()) })),
    judge: z
      .object({
        kind: z.enum(["facts", "model"]),
        decides: z.string().describe("What it can decide, as a sentence."),
      })
      .describe("The judge that this server runs itself."),
    rules: z.record(z.string(), z.object({ usual: count, min: count, max: count })),
    text_limits: z.record(z.string(), count),
    max_transcript_entries: count,
    grants: z.array(z.object({ asset: z.string(), starting: z.string(), faucet: z.string() })),
    notes: z.array(z.string()),
    offer: z.record(z.string(), z.unknown()).describe("Input of `fillTerms` in the kernel."),
  }),
  run: async ({ market, settings }) =>
    answer(platformInfoView(market.offer, settings.notices, await market.census())),
});

const STATS = STATUSES.filter((status) => status !== "open");

export const stats = publicRead({
  path: "/stats",
  summary: "The number of contracts in each status",
  tag: "platform",
  answer: z.object({
    open_contracts: count.describe("Funded contracts only."),
    ...Object.fromEntries(STATS.map((status) => [status, count])),
    unfunded: count,
    total: count,
    unique_agents: count,
  }),
  run: async ({ market }) => {
    const [census, agents] = await Promise.all([market.census(), market.countAgents()]);
    const counts = byStatus(census);
    const unfunded = countIn(census, ["unfunded"]);
    return answer({
      open_contracts: (counts.get("open") ?? 0) - unfunded,
      ...Object.fromEntries(STATS.map((status) => [status, counts.get(status) ?? 0])),
      unfunded,
      total: countIn(census),
      unique_agents: agents,
    });
  },
});

const condition = z.object({
  store: z.enum(["ok", "locked", "failing", "damaged"]),
  problem: z.string().optional().describe("What is wrong and what to do."),
});

export type StoreCondition = Readonly<z.infer<typeof condition>>;

/** The condition is given without reading from the store, which may not answer. */
export function health(storeCondition: () => StoreCondition = () => ({ store: "ok" })): PublicRead {
  return publicRead({
    path: "/health",
    summary: "The process is up; whether its store can be read and written",
    tag: "platform",
    answer: condition.extend({ status: z.literal("up") }),
    run: async () => answer({ status: "up", ...storeCondition() }),
  });
}

const RETRY_AFTER_SECONDS = 1;

/** 503 until the server can work. */
export function ready(isReady: () => Promise<boolean>): PublicRead {
  return publicRead({
    path: "/ready",
    summary: "Whether the store answers and the server's loops run",
    tag: "platform",
    answer: z.object({ status: z.literal("ready") }),
    run: async () =>
      (await isReady())
        ? answer({ status: "ready" })
        : refuseAtDoor({ code: "unavailable", retryAfterSeconds: RETRY_AFTER_SECONDS }),
  });
}
