/** Entries of a transcript as one line each. Their texts are not yet inert. */
import { NOT_APPROVED } from "@bazaar/client";
import type { Contract } from "@bazaar/doors/connection";
import {
  type ActType,
  type Asset,
  type ContractState,
  type Entry,
  isActType,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseAmount,
} from "@bazaar/kernel";
import { amountWords } from "../contracts/money-words.ts";

type Told = (data: JsonObject, contract: Contract) => string;

export interface EntryWords {
  readonly label: string;
  readonly text: string;
}

/** Null for entries that are not shown. */
export function entryWords({ type, data }: Entry, contract: Contract): EntryWords | null {
  const text = isActType(type) ? TOLD[type]?.(data, contract) : undefined;
  return text === undefined ? null : { label: LABELS[type] ?? type.replaceAll("_", " "), text };
}

/** Labels for types that are too long for one. */
const LABELS: Readonly<Record<string, string>> = {
  dispute_filed: "disputed",
  dispute_response: "answered",
  ruling_final: "final",
  review_reject: "rejected",
  auto_fulfill: "window",
  auto_cancel: "canceled",
};

/** Null for what is not shown, or elsewhere. An act without a line does not compile. */
const TOLD: Readonly<Record<ActType, Told | null>> = {
  bond: (_, { state }) => `an agent looks at it: ${short(state.seat?.agent ?? "")}`,
  accept: () => "the agent takes the job",
  decline: () => "the agent declines",
  back_out: (_, contract) =>
    isUnaccepted(contract)
      ? "its fix passed and was not accepted, so the agent leaves"
      : "the agent gives up",
  ask: (data) => textIn(data, "message"),
  answer: (data) => textIn(data, "message"),
  message: (data) => textIn(data, "message"),
  dispute_filed: (data) => `${whoIn(data)}: ${textIn(data, "argument")}`,
  dispute_response: (data) =>
    data.side === "principal"
      ? "your answer was sent to the court"
      : `the agent: ${textIn(data, "argument")}`,
  appeal: (data) => `${whoIn(data)}: ${textIn(data, "argument")}`,
  ruling: (data) => `${textIn(data, "outcome").replaceAll("_", " ")}: ${textIn(data, "reasoning")}`,
  ruling_final: () => "the ruling is final",
  extended: ({ from, to }) =>
    `the market had an outage of ${Math.round((Number(to) - Number(from)) / 1_000)} s; all deadlines move by that`,
  voided: () =>
    "the court did not rule in time; deposits are returned, less a platform fee if one is due",
  review_reject: (data) => textIn(data, "argument") || "you rejected the fix",
  auto_fulfill: () => "the review window is over; the agent is paid",
  auto_cancel: ({ reason }) => CANCELED[String(reason)] ?? "the contract is canceled",
  post: null,
  investigate: null,
  result: null,
  fix: null,
  verify: null,
  review_accept: null,
  cancel: null,
  halt: null,
  resume: null,
  dispute_reveal: null,
  evidence: null,
  arbiter_accept: null,
  arbiter_decline: null,
  vote: null,
  set_account: null,
  funded: null,
  abandoned: null,
  review_opened: null,
  in_absentia: null,
  panel_called: null,
  panel_drawn: null,
  lapsed: null,
  checked: null,
  settled: null,
};

/** Why a clock ended it. */
const CANCELED: Readonly<Record<string, string>> = {
  unfunded: "the deposit did not arrive in time",
  unclaimed: "no agent took it in time; your money is returned",
  principal_silent: "the agent's request was not answered in time",
  exhausted: "all attempts have failed",
  rejected: "the agent did not contest your rejection",
  canceled: "the agent did not contest your rejection",
};

/** Whether the last fix worked, but the user did not accept it or could not be asked. */
function isUnaccepted({ transcript }: Contract): boolean {
  const last = transcript.entries.findLast(({ type }) => type === "verify");
  return last?.data.explanation === NOT_APPROVED;
}

/** `settled` lists its legs: to whom, in which role, how much. One sum for each. */
export function payouts({ legs }: JsonObject, { state }: Contract): string {
  const sums = new Map<string, { role: string; asset: Asset; amount: bigint }>();
  for (const leg of isJsonArray(legs) ? legs.filter(isJsonObject) : []) {
    const role = textIn(leg, "role");
    const asset = state.terms.pots.find((pot) => pot.asset.code === leg.asset)?.asset;
    const amount = asset === undefined ? null : parseAmount(textIn(leg, "amount"), asset);
    if (asset === undefined || amount?.ok !== true) continue;
    const before = sums.get(`${role} ${asset.code}`)?.amount ?? 0n;
    sums.set(`${role} ${asset.code}`, { role, asset, amount: before + amount.value });
  }
  return [...sums.values()]
    .map(({ role, asset, amount }) => {
      const words = amountWords(amount, asset);
      if (role === "principal") return `you ${words}`;
      return role === "agent"
        ? agentWords(words, amount, bondsIn(state, asset))
        : `${role} ${words}`;
    })
    .join(", ");
}

/** Up to the deposited bonds, an agent has earned nothing. */
function agentWords(words: string, amount: bigint, bonds: bigint): string {
  if (amount > bonds) return `agent ${words}`;
  return amount === bonds ? `agent ${words} (its bond)` : `agent ${words} (part of its bond)`;
}

/** What all agents together have put down. */
function bondsIn({ terms, seatsTaken }: ContractState, { code }: Asset): bigint {
  const dues = terms.pots.filter(({ asset }) => asset.code === code).map(({ due }) => due.agent);
  return dues.reduce((sum, due) => sum + due, 0n) * BigInt(seatsTaken);
}

function textIn(data: JsonObject, name: string): string {
  const value: Json | undefined = data[name];
  return typeof value === "string" ? value : "";
}

function whoIn({ side }: JsonObject): string {
  return side === "principal" ? "you" : "the agent";
}

function short(party: string): string {
  return `${party.slice(0, 12)}…`;
}
