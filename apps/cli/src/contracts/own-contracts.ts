/**
 * The user's contracts on a market, found by id or by the beginning of one.
 *
 * A market does not list by principal. Contracts with money are found in the user's statement, free
 * ones among the newest of the list. Both are only claims of the market: a contract counts once its
 * transcript is verified and names the user.
 */
import { homedir } from "node:os";
import { SentRecords } from "@bazaar/client";
import type { Contract, ListFilter, ListPage, Posting, Statement } from "@bazaar/doors/connection";
import { ALIAS_DIGITS, contractAlias, END_PHASES } from "@bazaar/kernel";
import { BadInput } from "@bazaar/terminal";
import { fixHome } from "../home.ts";
import { onOneLine } from "./inert-lines.ts";
import { otherMarkets } from "./other-markets.ts";
import {
  type AtMarket,
  given,
  type MarketFlags,
  type MarketNeeds,
  withMarket,
} from "./with-market.ts";

export interface OwnContract {
  readonly id: string;
  /** As the list says; contracts that it does not reach back to count as open until read. */
  readonly hasEnded: boolean;
}

export interface OwnContracts {
  readonly contracts: readonly OwnContract[];
  /** False if there were more than the search covers. */
  readonly isComplete: boolean;
}

const MAX_STATEMENT_PAGES = 20;
const MAX_LIST_PAGES = 3;
const LIST_PAGE = 200;
/** The shortest accepted prefix of an id. */
const MIN_PREFIX = 6;
const NAME = new RegExp(`^[0-9a-f]{${MIN_PREFIX},64}$`);
const WHOLE_LENGTHS = [ALIAS_DIGITS, 64];
const MAX_NAMED = 5;
const MAX_QUOTED = 80;

/** Newest first. */
export async function ownContracts(at: AtMarket): Promise<OwnContracts> {
  if (at.party === null) return { contracts: [], isComplete: true };
  const paid = await paidInto(at);
  const listed = await listedOwn(at);
  const ids = new Set([...listed.ended.keys(), ...paid.ids]);
  const contracts = [...ids].map((id) => ({ id, hasEnded: listed.ended.get(id) === true }));
  return { contracts, isComplete: paid.isComplete && listed.isComplete };
}

async function paidInto({ connection }: AtMarket) {
  const ids = new Set<string>();
  let before: number | null = null;
  for (let page = 0; page < MAX_STATEMENT_PAGES; page += 1) {
    const { postings, next }: Statement = given(await connection.statement(before));
    for (const posting of postings) {
      const id = heldFor(posting);
      if (id !== null) ids.add(id);
    }
    if (next === null) return { ids, isComplete: true };
    before = next;
  }
  return { ids, isComplete: false };
}

const HOLD = /^hold\/([0-9a-f]{64})\//;

/** The contract that a posting pays into, or null. */
export function heldFor({ direction, to }: Pick<Posting, "direction" | "to">): string | null {
  return direction === "out" ? (HOLD.exec(to)?.[1] ?? null) : null;
}

/** The contract that a posting is paid from, or null. */
export function paidFrom({ direction, from }: Pick<Posting, "direction" | "from">): string | null {
  return direction === "in" ? (HOLD.exec(from)?.[1] ?? null) : null;
}

async function listedOwn({ connection, party }: AtMarket) {
  const ended = new Map<string, boolean>();
  let before: string | null = null;
  for (let page = 0; page < MAX_LIST_PAGES; page += 1) {
    const from: ListFilter = before === null ? {} : { before };
    const answer: ListPage = given(await connection.list({ limit: LIST_PAGE, ...from }));
    const { contracts, next } = answer;
    for (const { id, principal, phase } of contracts) {
      if (principal === party) ended.set(id, (END_PHASES as readonly string[]).includes(phase));
    }
    if (next === null) return { ended, isComplete: true };
    before = next;
  }
  return { ended, isComplete: false };
}

/** Whether a word can be a contract id rather than a file name. */
export function isContractName(name: string): boolean {
  return NAME.test(name.toLowerCase());
}

/** Runs `use` on the contract of that name, at its market. */
export function withContract(
  name: string,
  flags: MarketFlags,
  use: (contract: Contract, at: AtMarket) => Promise<void>,
  needs: MarketNeeds = {},
): Promise<void> {
  return withMarket(atItsMarket(name, flags), { ...needs, isBound: true }, async (at) => {
    if (at === null) {
      throw new BadInput(`there is no contract ${asName(name)}: ${noneHere(flags)}`);
    }
    await use(await findContract(at, name), at);
  });
}

/** Why the built-in market has none. */
function noneHere(flags: MarketFlags): string {
  const [market] = otherMarkets(flags);
  if (market === undefined) return "nothing has been posted from here yet";
  return `all of yours were posted to other markets; fix status --all --market ${onOneLine(market)} lists them`;
}

/** Where it was posted from here, unless the person names a market. */
function atItsMarket(name: string, flags: MarketFlags): MarketFlags {
  if (flags.market !== undefined || !isContractName(name)) return flags;
  const market = new SentRecords(fixHome(homedir()).sent).marketOf(name.toLowerCase());
  return market === null ? flags : { ...flags, market };
}

/**
 * By its id, its alias, or a prefix that fits only one of the user's contracts.
 * @throws BadInput that says which fit, or how to find the right one.
 */
export async function findContract(at: AtMarket, name: string): Promise<Contract> {
  const lower = asName(name);
  const whole = WHOLE_LENGTHS.includes(lower.length) ? lower : await wholeName(at, lower);
  return given(await at.connection.contract(whole));
}

/** @throws BadInput if it cannot be one. */
function asName(name: string): string {
  if (isContractName(name)) return name.toLowerCase();
  throw new BadInput(
    `"${name.slice(0, MAX_QUOTED)}" is not a contract id: expected at least its first ${MIN_PREFIX} digits; fix status --all lists yours`,
  );
}

async function wholeName(at: AtMarket, prefix: string): Promise<string> {
  const { contracts } = await ownContracts(at);
  const ids = contracts.map(({ id }) => id);
  const only = onlyNamed(ids, prefix);
  if (only !== null) return only;
  throw new BadInput(
    `none of your contracts on ${at.market.text} begins with ${prefix}; fix status --all lists them; for another, give the full id`,
  );
}

/**
 * The one with this id, alias or prefix; null if there is none.
 * @throws BadInput if it is not an id, or fits several.
 */
export function onlyNamed(ids: readonly string[], name: string): string | null {
  const prefix = asName(name);
  const fitting = ids.filter((id) => id.startsWith(prefix));
  if (fitting.length <= 1) return fitting[0] ?? null;
  const names = fitting.slice(0, MAX_NAMED).map(contractAlias);
  throw new BadInput(
    `${fitting.length} of your contracts begin with ${prefix}: ${names.join(", ")}; give more digits`,
  );
}
