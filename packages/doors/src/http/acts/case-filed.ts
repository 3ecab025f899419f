import { contractAlias, type JsonObject, type Ruling, tiersOf } from "@bazaar/kernel";
import { z } from "zod";
import { count, decimal, seconds } from "../shapes.ts";
import { benchFee, levelOf } from "../views/ruling.ts";
import { secondsOf } from "../views/seconds.ts";
import { statusOf } from "../views/status.ts";
import type { Done } from "./act-endpoint.ts";
import { noRuling } from "./court-answer.ts";

export const FILED = z.object({
  status: z.literal("awaiting_response"),
  court: z.string(),
  level: count,
  fee: decimal,
  response_deadline: seconds,
  response_window: count,
  message: z.string(),
});

/** The answer to a filing: which court, its fee, and how long the other side has. */
export async function caseFiled(done: Done): Promise<JsonObject> {
  const { id, terms, state, receivedAtMs, caller, phase } = done;
  // A panel is called at once, and hears the other side later.
  if (phase === "deliberating") {
    return noRuling(done, statusOf(phase), "Dispute filed. A panel of three arbiters is called.");
  }
  const court = await benchOf(done);
  const window = terms.rules.responseSeconds;
  const other = caller.party === terms.principal ? "agent" : "principal";
  const respond = `POST /contracts/${contractAlias(id)}/respond`;
  return {
    status: "awaiting_response",
    court,
    level: levelOf(court),
    fee: benchFee(state, court),
    response_deadline: secondsOf(receivedAtMs + window * 1_000),
    response_window: BigInt(window),
    message: `Dispute filed at ${court} court. The ${other} has ${window}s to respond. ${respond} or ruling proceeds in absentia.`,
  };
}

/** Every ruling before this entry moved the case up one tier. */
async function benchOf({ id, terms, entry, call }: Done): Promise<Ruling["bench"]> {
  const tiers = tiersOf(terms.court);
  // Without tiers only the check itself can be asked before anybody has responded.
  const first = tiers[0] ?? "replay";
  if (entry.type !== "appeal") return first;
  const transcript = await call.market.transcript(id, call.pause);
  const before = transcript?.entries.slice(0, entry.seq) ?? [];
  return tiers[before.filter(({ type }) => type === "ruling").length] ?? first;
}
