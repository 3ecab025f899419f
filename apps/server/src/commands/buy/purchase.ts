/** Runs one purchase and prints each step with its time, as lines or as JSON. */
import { dirname, join } from "node:path";
import {
  type Bought,
  buyJob,
  type JobWish,
  jobDocument,
  keepApproval,
  type OpenPurchase,
  OpenPurchases,
  resultPayload,
} from "@bazaar/client";
import type { Connection, MarketRefusal } from "@bazaar/doors/connection";
import { connect } from "@bazaar/doors/http/connect";
import {
  contractAlias,
  isEnded,
  isJsonObject,
  type Json,
  type JsonObject,
  readJobResult,
  recordedResult,
  sha256Hex,
} from "@bazaar/kernel";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { complain } from "@bazaar/terminal";
import type { OpenSandbox } from "@bazaar/work";
import { sandboxFor } from "../../check-sandbox.ts";
import { marketWords } from "../market-option.ts";
import { marketReports } from "../market-reports.ts";
import { moneyWords } from "../money-words.ts";
import { openIdentity } from "../open-identity.ts";
import { refusalWords } from "./buy-input.ts";
import type { Purchase } from "./buy-options.ts";
import { stepLines } from "./step-lines.ts";
import { type Tell, tellSteps } from "./tell-steps.ts";

/** Nothing was bought. */
export const EXIT_NOT_BOUGHT = 1;
/** As a buyer calls those who are paid. */
const PAID_TO: Readonly<Record<string, string>> = { principal: "back to you", agent: "provider" };

/** A buyer at a market, with a sandbox of its own. */
export interface Buyer {
  readonly connection: Connection;
  readonly openSandbox: OpenSandbox;
  readonly signal: AbortSignal;
  readonly tell: Tell;
}

interface Wish extends Pick<JobWish, "schemaId" | "payload"> {
  /** What makes a purchase the same after a crash; without it, the document. */
  readonly identity?: JsonObject;
}

interface Work {
  readonly open: OpenPurchase;
  /** See `VerifyNeeds` of the client. */
  readonly baseline?: readonly Json[];
  /** Gives the buyer what was paid. False: it could not, and another run of the command may. */
  readonly deliver: (payload: JsonObject, bought: Bought) => Promise<boolean> | boolean;
}

export function openBuyer({ market, keyFile, isJson }: Purchase): Buyer {
  const signer = openIdentity(keyFile);
  const stopping = new AbortController();
  process.once("SIGINT", () => {
    complain("bazaar", "stopped; the same command goes on with the job until its time is over");
    process.exit(EXIT_NOT_BOUGHT);
  });
  const onMissing = (because: string): void => complain("bazaar", `no sandbox: ${because}`);
  let isAway = false;
  const onOutcome = marketReports(market, {
    onAnswer: () => {
      if (isAway) complain("bazaar", `${market} answers again`);
      isAway = false;
    },
    onFailure: (problem) => {
      isAway = true;
      complain("bazaar", `${problem}; retrying`);
    },
  });
  return {
    connection: connect({ url: market, signer, verify: nativeVerifier(), onOutcome }),
    openSandbox: sandboxFor({ hides: [keyFile] }, onMissing),
    signal: stopping.signal,
    tell: tellSteps(isJson),
  };
}

/** What a run that has ended was buying in the same words. */
export function resumePurchase(
  { connection }: Buyer,
  { market, keyFile, chosenKey }: Purchase,
  identity: JsonObject,
): OpenPurchase | null {
  const place = { market, buyer: connection.party, key: chosenKey };
  return openPurchases(keyFile).resume(place, identity);
}

export function beginPurchase(
  { connection }: Buyer,
  { provider, judge, budget, needsTrajectory, market, keyFile, chosenKey }: Purchase,
  { identity, ...work }: Wish,
): OpenPurchase {
  // A person at this machine approves by running the command.
  const approvalRuleId = "command-line";
  const wish = { ...work, provider, judge, budget, needsTrajectory, approvalRuleId };
  const place = { market, buyer: connection.party, key: chosenKey };
  return openPurchases(keyFile).begin(jobDocument(wish), place, identity);
}

function openPurchases(keyFile: string): OpenPurchases {
  return new OpenPurchases(join(dirname(keyFile), "purchases"));
}

/** Says why if nothing was bought. */
export async function purchase(
  buyer: Buyer,
  { keyFile, market }: Pick<Purchase, "keyFile" | "market">,
  { open, baseline, deliver }: Work,
): Promise<void> {
  const { connection, openSandbox, signal, tell } = buyer;
  let wasOver = false;
  let noTestMoney: MarketRefusal | null = null;
  const bought = await buyJob(
    {
      connection,
      openSandbox,
      signal,
      ...(baseline === undefined ? {} : { baseline }),
      onStep: (step) => {
        if (step.step === "resumed") wasOver = isEnded(step.contract.state.phase);
        if (step.step === "test_money" && !step.given.ok) noTestMoney = step.given.refusal;
        if (step.step === "approved") {
          const approvals = join(dirname(keyFile), "approvals");
          keepApproval(approvals, step.approval, connection.clock.nowMs());
        }
        if (step.step === "verified" && step.payload !== null) {
          open.note({ result: sha256Hex(step.result), payload: step.payload });
        }
        for (const line of stepLines(step)) tell(line);
      },
    },
    open.document,
  );
  if (bought.ok) await tellPayouts(buyer, bought.value);
  else complain("bazaar", refusalWords(bought.refusal, noTestMoney));
  const isPaid = bought.ok && bought.value.isPaid;
  if (isPaid) tellRecord(tell, market, bought.value);
  const isDelivered = isPaid && (await delivered(buyer, bought.value, { open, deliver }));
  if (!isDelivered) process.exitCode = EXIT_NOT_BOUGHT;
  if (wasOver && !isPaid) complain("bazaar", "the same command now posts a new job");
  // Not sooner: a run that ends before it has shown what it bought is repeated.
  if (isDelivered || !isPaid) process.once("exit", open.close);
}

async function delivered(
  buyer: Buyer,
  bought: Bought,
  { open, deliver }: Pick<Work, "open" | "deliver">,
): Promise<boolean> {
  const { contract, result } = bought;
  if (result === null) return false;
  const { result: noted, payload: kept = null } = open.notes;
  const isKept = noted === sha256Hex(result) && isJsonObject(kept);
  const payload = isKept ? kept : await resultPayload(contract, result, buyer);
  if (payload !== null) return deliver(payload, bought);
  complain("bazaar", "the market does not have the result any more");
  return false;
}

/** The record of the work, and how to get it with what proves it. */
function tellRecord(tell: Tell, market: string, { contract, result }: Bought): void {
  const read = readJobResult(contract.state.terms.work.spec, result ?? "");
  if (!read.ok) return;
  const { trajectory_artifact: artifact } = recordedResult(read.value);
  if (typeof artifact !== "string") return;
  const words = "its record, receipts and transcript, all verified:";
  const command = `bazaar session fetch ${contractAlias(contract.id)}${marketWords(market)}`;
  tell({ step: "record", words, facts: { artifact }, command });
}

async function tellPayouts({ connection, tell }: Buyer, { contract }: Bought): Promise<void> {
  const payouts = await connection.payouts(contract.id);
  if (!payouts.ok || payouts.value.length === 0) return;
  const words = payouts.value.map(({ to, amount, currency }) => {
    return `${PAID_TO[to] ?? to} ${moneyWords(amount, currency)}`;
  });
  const facts = payouts.value.map(({ to, amount, currency }) => ({ to, amount, currency }));
  tell({ step: "paid", words: words.join(", "), facts: { payouts: facts } });
}
