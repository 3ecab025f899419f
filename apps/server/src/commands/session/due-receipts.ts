/**
 * Waits a little for the receipts that a contract is due: payouts are confirmed and receipts issued shortly
 * after it has ended. The market's event stream says when it is settled; nothing says when its receipts
 * are issued, so they are asked for again.
 */
import { type Connection, type Contract, delayMs } from "@bazaar/doors/connection";
import { isEnded, receiptsOf, type SignedReceipt } from "@bazaar/kernel";

export interface DueReceipts {
  /** With the entry that settled it, if there is one by now. */
  readonly contract: Contract;
  readonly receipts: readonly SignedReceipt[];
  /** What is still missing, as a sentence; null: nothing is. */
  readonly missing: string | null;
}

/** For its payouts, and then for what is signed about them. */
const [SETTLE_MS, ISSUE_MS] = [20_000, 10_000];
const BACK_OFF = { firstMs: 100, mostMs: 2_000 };
const LATER = "fetch them later, into another folder";

/** A refusal of the market, as a sentence, is `problem`. */
export async function dueReceipts(
  connection: Connection,
  ended: Contract,
): Promise<DueReceipts | { readonly problem: string }> {
  const { clock } = connection;
  const contract = await settled(connection, ended);
  const endMs = clock.nowMs() + ISSUE_MS;
  const due = receiptsOf(contract.transcript, () => true);
  const count = due.ok ? due.value.length : 0;
  for (let tries = 0; ; tries += 1) {
    const issued = await connection.receipts(contract.id);
    if (!issued.ok) return { problem: issued.refusal.detail };
    const receipts = issued.value;
    const delay = delayMs(BACK_OFF, tries);
    if (receipts.length >= count || clock.nowMs() + delay > endMs) {
      return { contract, receipts, missing: missingWords(contract, receipts.length, count) };
    }
    await clock.sleep(delay);
  }
}

/** Its payouts are confirmed. */
function isSettled({ transcript }: Contract): boolean {
  return transcript.entries.some(({ type }) => type === "settled");
}

/** As it is once it is settled, or when the time is over. */
async function settled(connection: Connection, from: Contract): Promise<Contract> {
  if (!isEnded(from.state.phase) || isSettled(from)) return from;
  const { clock } = connection;
  const stopping = new AbortController();
  const { signal } = stopping;
  void clock.sleep(SETTLE_MS, signal).then(() => stopping.abort());
  try {
    for await (const { contract } of connection.follow(from, signal)) {
      if (isSettled(contract)) return contract;
    }
  } finally {
    stopping.abort();
  }
  // It may have been settled in the moment in which the time was over.
  const last = await connection.contract(from);
  return last.ok ? last.value : from;
}

function missingWords(contract: Contract, found: number, due: number): string | null {
  if (!isEnded(contract.state.phase)) return null;
  if (!isSettled(contract)) return `no receipts yet: its payouts are not confirmed; ${LATER}`;
  if (found >= due) return null;
  return `${found} of ${due} receipts: the market has not issued the others yet; ${LATER}`;
}
