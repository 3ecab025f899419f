/** How a job ended, and why, for its buyer. */
import type { Contract } from "@bazaar/doors/connection";
import { isEnded } from "@bazaar/kernel";
import { momentWords } from "./moment-words.ts";

/** Longer reasons of a provider are cut. */
const MAX_REASON = 300;

export function endedWords({ state, transcript: { entries } }: Contract): string {
  const { phase, outcome, deadline } = state;
  if (!isEnded(phase) && deadline !== null) {
    const until = momentWords(deadline.atMs);
    return `not paid; the money comes back at ${until} unless the provider disputes`;
  }
  if (phase === "fulfilled") return "fulfilled: the provider is paid";
  if (phase === "voided") return "voided: nobody decided it; your money comes back";
  if (phase === "resolved") return `resolved: ${RULED[outcome?.row ?? ""] ?? "the court decided"}`;
  const last = entries.findLast(({ type }) => type in LEFT);
  const { type = "", data } = last ?? {};
  // What the market writes itself has a code as its reason.
  const isSaid = typeof data?.reason === "string" && !BY_MARKET.has(type);
  const reason = isSaid ? String(data.reason) : "";
  const why = LEFT[type]?.(entries.some((one) => one.type === "accept")) ?? "it was not done";
  return `canceled: ${why}${reason === "" ? "" : `: ${reason.slice(0, MAX_REASON)}`}`;
}

const RULED: Readonly<Record<string, string>> = {
  ruled_fulfilled: "for the provider",
  ruled_evil_principal: "for the provider",
  ruled_canceled: "for you",
  ruled_evil_agent: "for you",
  ruled_evil_both: "against both sides",
  ruled_split: "the price is split",
  ruled_mutual: "for nobody; your money comes back",
  ruled_impossible: "for nobody; your money comes back",
};

const BY_MARKET: ReadonlySet<string> = new Set(["abandoned", "auto_cancel"]);

/** By the entry with which it ended. */
const LEFT: Readonly<Record<string, (isAccepted: boolean) => string>> = {
  decline: () => "the provider declined",
  back_out: () => "the provider gave it back",
  abandoned: () => "the provider handed nothing in in time",
  auto_cancel: (isAccepted) =>
    isAccepted
      ? "no result passed, and the provider did not dispute"
      : "nobody accepted it in time",
  cancel: () => "you canceled it",
};
