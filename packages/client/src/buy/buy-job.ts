/**
 * Buys a job: posts it with its budget held, waits for results, verifies each on the buyer's own
 * machine, and reports what it found. A result that passes is paid by that report; one that fails is
 * not, and the provider may try again while it has attempts left, or go to court. Where the buyer cannot
 * tell, it asks the court of the terms, because neither answer would be true.
 *
 * The same document is the same job: a buyer that was stopped and posts it again goes on where the
 * transcript ends, and pays once.
 */
import type { Answered, Connection, Contract, Posted } from "@bazaar/doors/connection";
import { formatAmount, isEnded, type JsonObject, type Party, type Pot } from "@bazaar/kernel";
import { mustAnswerDispute } from "../must-answer-dispute.ts";
import { approvalOf } from "./approval.ts";
import type { BuyStep } from "./buy-step.ts";
import { recordedResult } from "./recorded-result.ts";
import { resultPayload } from "./result-payload.ts";
import { type VerifiedResult, type VerifyNeeds, verifyResult } from "./verify-result.ts";

export interface BuyNeeds extends VerifyNeeds {
  readonly connection: Connection;
  readonly onStep: (step: BuyStep) => void;
}

export interface Bought {
  /** As it ended, or as it waits for the provider to go to court. */
  readonly contract: Contract;
  /** The `fix` that was verified last; null if none was handed in. */
  readonly result: string | null;
  readonly verified: VerifiedResult | null;
  /** Whether the provider is paid for it: on the buyer's word, or a court's. */
  readonly isPaid: boolean;
}

export async function buyJob(needs: BuyNeeds, document: JsonObject): Promise<Answered<Bought>> {
  const posted = await postFunded(needs, document);
  if (!posted.ok) return posted;
  const { contract: found, isNew } = posted.value;
  const purchase = new Purchase(needs);
  const missed = await purchase.found(found, isNew);
  if (missed !== null) return missed;
  if (isOver(found)) return { ok: true, value: purchase.end(found) };
  for await (const { contract, entry } of needs.connection.follow(found, needs.signal)) {
    const refused = await purchase.saw(contract, entry.type);
    if (refused !== null) return refused;
    if (isOver(contract)) return { ok: true, value: purchase.end(contract) };
  }
  needs.signal.throwIfAborted();
  return { ok: true, value: purchase.end(found) };
}

/** Where money is missing the market may give test money: it is asked once. */
async function postFunded(
  { connection, signal, onStep }: BuyNeeds,
  document: JsonObject,
): Promise<Answered<Posted>> {
  const posted = await connection.post(document, { signal });
  if (posted.ok || posted.refusal.code !== "insufficient_funds") return posted;
  const asset = String(posted.refusal.facts.asset);
  const given = await connection.faucet(asset);
  onStep({ step: "test_money", asset, given });
  return given.ok ? connection.post(document, { signal }) : posted;
}

/** In a contest only the provider can act: the money comes back unless a court says otherwise. */
function isOver({ state: { phase } }: Contract): boolean {
  return isEnded(phase) || phase === "contest";
}

/** The outcomes in which all of the price is due. */
const PAID: readonly string[] = ["fulfilled", "ruled_fulfilled", "ruled_evil_principal"];

type Refused = Extract<Answered<never>, { ok: false }>;

class Purchase {
  readonly #needs: BuyNeeds;
  #result: string | null = null;
  #verified: VerifiedResult | null = null;
  #attempts = 0;

  constructor(needs: BuyNeeds) {
    this.#needs = needs;
  }

  /** The job as it was posted, now or earlier. A provider may have been faster than this. */
  async found(contract: Contract, isNew: boolean): Promise<Refused | null> {
    const { entries } = contract.transcript;
    const { phase, seat } = contract.state;
    this.#needs.onStep({ step: isNew ? "posted" : "resumed", contract });
    if (seat?.isAccepted === true) this.#accepted(contract, seat.agent);
    this.#attempts = entries.filter(({ type }) => type === "fix").length;
    const isWaiting = phase === "verifying" || phase === "review";
    if (isWaiting) this.#attempts -= 1;
    else [this.#result, this.#verified] = recordedResult(contract);
    return isWaiting ? this.#handedIn(contract) : this.#answered(contract);
  }

  /** After one entry. A refusal of what the buyer sent, which ends the purchase. */
  async saw(contract: Contract, type: string): Promise<Refused | null> {
    const { seat } = contract.state;
    if (type === "accept" && seat !== null) this.#accepted(contract, seat.agent);
    return type === "fix" ? this.#handedIn(contract) : this.#answered(contract);
  }

  end(contract: Contract): Bought {
    this.#needs.onStep({ step: "ended", contract });
    const isPaid = PAID.includes(contract.state.outcome?.row ?? "");
    return { contract, result: this.#result, verified: this.#verified, isPaid };
  }

  #accepted(contract: Contract, by: Party): void {
    const { onStep } = this.#needs;
    const { terms, price: agreed, phase, deadline } = contract.state;
    const price = priceText(terms.pots[0], agreed);
    const untilMs = phase === "in_progress" ? (deadline?.atMs ?? null) : null;
    onStep({ step: "accepted", by, price, untilMs });
    onStep({ step: "approved", approval: approvalOf(contract, by, price) });
  }

  async #handedIn(contract: Contract): Promise<Refused | null> {
    const { onStep } = this.#needs;
    this.#attempts += 1;
    onStep({ step: "handed_in", attempt: this.#attempts });
    const fix = contract.transcript.entries.findLast(({ type }) => type === "fix")?.data.fix;
    this.#result = typeof fix === "string" ? fix : "";
    this.#verified = await verifyResult(contract, this.#result, this.#needs);
    const { verdict, named, reason, trajectory } = this.#verified;
    const isLost = verdict === "fail";
    const payload = isLost ? null : await resultPayload(contract, this.#result, this.#needs);
    onStep({ step: "verified", verdict, named, reason, trajectory, result: this.#result, payload });
    return this.#report(contract, this.#verified);
  }

  /** The case goes on at once then. A buyer that says nothing holds it up for as long as it may answer. */
  async #answered(contract: Contract): Promise<null> {
    if (!mustAnswerDispute(contract)) return null;
    const { connection, onStep, signal } = this.#needs;
    onStep({ step: "disputed", by: "provider" });
    const argument = "My own run of the agreed checks is in this transcript, with its evidence.";
    // A refusal changes nothing here: without an answer the case goes on later.
    await connection.act(contract, "dispute_response", { argument }, signal);
    return null;
  }

  async #report(
    contract: Contract,
    { verdict, evidence, reason }: VerifiedResult,
  ): Promise<Refused | null> {
    const { connection, onStep, signal } = this.#needs;
    if (verdict !== "no_verdict") {
      const data = { success: verdict === "pass", evidence };
      const told = await connection.act(contract, "verify", data, signal);
      return told.ok ? null : told;
    }
    onStep({ step: "disputed", by: "buyer" });
    const argument = reason ?? "The buyer could not check the result.";
    const told = await connection.act(contract, "dispute_filed", { argument, evidence }, signal);
    return told.ok ? null : told;
  }
}

function priceText(pot: Pot | undefined, price: bigint | null): string {
  if (pot === undefined || pot.schedule === "stake") return "0";
  return `${formatAmount(price ?? pot.bounty, pot.asset)} ${pot.asset.code}`;
}
