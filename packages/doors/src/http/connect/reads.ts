/** Parsers for the answers to GET requests. What they return is not verified, unlike `Contract`. */
import {
  type Fields,
  fields,
  inertText,
  type Json,
  type JsonObject,
  type Party,
  parseOffer,
  parseReceipt,
  type SignedReceipt,
} from "@bazaar/kernel";
import { BadAnswer } from "../../connection/market-errors.ts";
import type {
  Listed,
  ListFilter,
  ListPage,
  Payout,
  PlatformInfo,
  Posting,
  Reputation,
  Statement,
} from "../../connection/market-reads.ts";
import { fix2Offer } from "../fix2-offer.ts";

const MAX_WORD = 200;
const MAX_PAGE = 200;
const MAX_NAMES = 1_000;
const MAX_PAYOUTS = 2_000;
const AMOUNT = /^[0-9]{1,60}(?:\.[0-9]{1,40})?$/;

export function readPlatformInfo(json: Json): PlatformInfo {
  const read = fields(json, "platform_info");
  const offer = parseOffer(read.jsonObject("offer"));
  if (!offer.ok) throw new BadAnswer(`the offer cannot be read: ${JSON.stringify(offer.refusal)}`);
  const [court] = fix2Offer(offer.value).courts;
  return { offer: offer.value, judge: court?.judge ?? null, whole: json as JsonObject };
}

export function readServerKey(json: Json): Party {
  return checked(fields(json, "server_pubkey"), (read) => read.party("fix_id"));
}

export function readList(json: Json): ListPage {
  return checked(fields(json, "contracts"), (read) => ({
    contracts: read.array("contracts", { max: MAX_PAGE }, (items, at) =>
      readListed(items.object(at)),
    ),
    next: read.optional("next", (name) => read.hex(name, 64)),
  }));
}

function readListed(read: Fields): Listed {
  return {
    id: read.hex("contract_id_full", 64),
    status: word(read, "status"),
    phase: word(read, "phase"),
    document: read.jsonObject("contract"),
    principal: read.party("principal_pubkey"),
    agent: read.optional("agent_pubkey", (name) => read.party(name)),
  };
}

export function readBalances(json: Json): ReadonlyMap<string, string> {
  return checked(fields(json, "account"), (read) => amounts(read.object("balances")));
}

export function readStatement(json: Json): Statement {
  return checked(fields(json, "statement"), (read) => ({
    postings: read.array("postings", { max: MAX_PAGE }, (items, at) =>
      readPosting(items.object(at)),
    ),
    next: read.optional("next", (name) => read.integer(name, { max: Number.MAX_SAFE_INTEGER })),
  }));
}

function readPosting(read: Fields): Posting {
  return {
    no: read.integer("no", { max: Number.MAX_SAFE_INTEGER }),
    direction: read.oneOf("direction", ["in", "out"]),
    from: word(read, "from"),
    to: word(read, "to"),
    asset: word(read, "asset"),
    amount: amount(read, "amount"),
    key: word(read, "key"),
  };
}

export function readPayouts(json: Json): readonly Payout[] {
  return checked(fields(json, "escrow"), (read) =>
    read.array("payouts", { max: MAX_PAYOUTS }, (items, at) => readPayout(items.object(at))),
  );
}

function readPayout(read: Fields): Payout {
  return {
    to: word(read, "to"),
    party: read.optional("pubkey", (name) => read.party(name)),
    amount: amount(read, "amount"),
    currency: word(read, "currency"),
    status: word(read, "status"),
  };
}

export function readReceipts(json: Json): readonly SignedReceipt[] {
  return checked(fields(json, "receipt"), (read) =>
    read.array("receipts", { max: MAX_PAYOUTS }, (items, at) => items.json(at)),
  ).map((item) => {
    const receipt = parseReceipt(item);
    if (receipt.ok) return receipt.value;
    throw new BadAnswer(inertText(`a receipt cannot be read: ${JSON.stringify(receipt.refusal)}`));
  });
}

export function readReputation(json: Json): Reputation {
  return checked(fields(json, "reputation"), (read) => ({
    balances: amounts(read.object("balances")),
    asPrincipal: counts(read.object("as_principal")),
    asAgent: counts(read.object("as_agent")),
  }));
}

export function readFaucet(json: Json): string {
  return checked(fields(json, "faucet"), (read) => amount(read, "amount"));
}

/** The query of a list or a stream. */
export function queryOf(filter: ListFilter): string {
  const query = new URLSearchParams();
  if (filter.status !== undefined) query.set("status", filter.status);
  if (filter.phase !== undefined) query.set("phase", filter.phase);
  if (filter.minBounty !== undefined) query.set("min_bounty", filter.minBounty);
  if (filter.capability !== undefined && filter.capability.length > 0) {
    query.set("capability", filter.capability.join(","));
  }
  if (filter.limit !== undefined) query.set("limit", String(filter.limit));
  if (filter.before !== undefined) query.set("before", filter.before);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** @throws BadAnswer if a field is missing or malformed. */
export function checked<T>(read: Fields, take: (read: Fields) => T): T {
  const value = take(read);
  if (read.problem === null) return value;
  const { field, problem } = read.problem;
  throw new BadAnswer(inertText(`the answer cannot be read: ${field}: ${problem}`));
}

function word(read: Fields, name: string): string {
  return read.string(name, { max: MAX_WORD });
}

function amount(read: Fields, name: string): string {
  const text = word(read, name);
  if (!AMOUNT.test(text)) read.fault(name, "expected a decimal");
  return text;
}

function amounts(read: Fields): ReadonlyMap<string, string> {
  return new Map(names(read).map((name) => [name, amount(read, name)]));
}

function counts(read: Fields): ReadonlyMap<string, number> {
  const max = Number.MAX_SAFE_INTEGER;
  return new Map(names(read).map((name) => [name, read.integer(name, { max })]));
}

function names(read: Fields): readonly string[] {
  if (read.names.length > MAX_NAMES) read.fault("", `more than ${MAX_NAMES} names`);
  return read.names.slice(0, MAX_NAMES);
}
