/** Checks the money: as the market reports it, per account, and in the ledger. */
import type { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { parseAmount } from "@bazaar/kernel";
import { SqliteStore } from "@bazaar/store/sqlite";
import { TEST_XNO } from "@bazaar/testkit";
import { getJson } from "./exchange.ts";
import type { Journal } from "./journal.ts";

/** Deadlines still take effect while the books are read, so a difference is read again. */
const MAX_READS = 5;
const BETWEEN_MS = 500;

interface Solvency {
  readonly solvent: boolean;
  readonly lines: readonly { readonly asset: string; readonly difference: string }[];
}

interface Posting {
  readonly no: number;
  readonly key: string;
  readonly direction: "in" | "out";
  readonly amount: string;
}

interface Statement {
  readonly postings: readonly Posting[];
  readonly next: number | null;
}

export async function auditBooks(
  url: string,
  agent: Agent,
  parties: readonly string[],
  journal: Journal,
): Promise<void> {
  const problems = [
    await lastProblem(() => solvencyProblem(url, agent)),
    ...(await Promise.all(
      parties.map((party) => lastProblem(() => accountProblem(url, agent, party))),
    )),
  ];
  journal.violations.push(...problems.filter((problem) => problem !== null));
}

/** Checks the sum of the whole ledger, and that every stored contract was acknowledged. */
export async function auditDatabase(database: string, journal: Journal): Promise<void> {
  using store = new SqliteStore(database);
  const { holds, accounts, world } = await store.ledger.totals(TEST_XNO.code);
  const sum = holds + accounts + world;
  if (sum !== 0n) journal.violations.push(`the ledger sums to ${sum}, not to 0`);
  const stored = [...(await store.census()).values()].reduce((total, found) => total + found, 0);
  const posted = journal.acts.filter(({ word, status }) => word === "post" && status === 200);
  if (stored !== posted.length) {
    journal.violations.push(`${posted.length} posts were acknowledged, ${stored} are stored`);
  }
}

async function lastProblem(check: () => Promise<string | null>): Promise<string | null> {
  for (let reads = 1; ; reads += 1) {
    const problem = await check();
    if (problem === null || reads >= MAX_READS) return problem;
    await wait(BETWEEN_MS);
  }
}

async function solvencyProblem(url: string, agent: Agent): Promise<string | null> {
  const { solvent, lines } = await getJson<Solvency>(agent, `${url}/solvency`);
  const off = lines.find(({ difference }) => units(difference.replace("-", "")) !== 0n);
  if (off !== undefined) return `/solvency is off by ${off.difference} ${off.asset}`;
  return solvent && lines.length > 0 ? null : "/solvency reports insolvency";
}

async function accountProblem(url: string, agent: Agent, party: string): Promise<string | null> {
  const account = `${url}/accounts/${party}`;
  const { balances } = await getJson<{ balances: Record<string, string> }>(agent, account);
  const postings = await wholeStatement(agent, account);
  const sum = postings.reduce((total, { direction, amount }) => {
    return direction === "in" ? total + units(amount) : total - units(amount);
  }, 0n);
  const balance = units(balances[TEST_XNO.code] ?? "0");
  if (sum !== balance)
    return `${party} has a balance of ${balance}, but its statement sums to ${sum}`;
  const grants = postings.filter(({ key }) => key.startsWith("starting/")).length;
  return grants <= 1 ? null : `${party} received its starting balance ${grants} times`;
}

async function wholeStatement(agent: Agent, account: string): Promise<readonly Posting[]> {
  const postings: Posting[] = [];
  let before = "";
  for (;;) {
    const page = await getJson<Statement>(agent, `${account}/statement?limit=200${before}`);
    postings.push(...page.postings);
    if (page.next === null) return postings;
    before = `&before=${page.next}`;
  }
}

function units(text: string): bigint {
  const amount = parseAmount(text, TEST_XNO);
  if (!amount.ok) throw new Error(`${text} is not a valid amount`);
  return amount.value;
}
