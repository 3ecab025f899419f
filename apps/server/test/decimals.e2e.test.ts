/** Assets of every number of decimals that the ledger counts, on a real server: posted, paid, receipted. */
import type { Connection, Contract } from "@bazaar/doors/connection";
import { connect } from "@bazaar/doors/http/connect";
import { CUSTODY, type JsonObject, receiptGrounds, verifyReceipt } from "@bazaar/kernel";
import { ed25519Verify, generateSigner } from "@bazaar/keys";
import { expect, test } from "vitest";
import { eventually } from "./life.ts";
import { sharedServer } from "./server.ts";

/** Seven and one smallest unit: the fee of a tenth is rounded down, the agent has the rest. */
const ROWS = CUSTODY.ledger.asset.decimals.map((decimals) => {
  const code = `D${decimals}`;
  // A tenth of it is less than a unit.
  if (decimals === 0) return { code, decimals, budget: "8", paid: ["agent 8"], left: "2" };
  const unit = "1".padStart(decimals, "0");
  const agent = decimals === 1 ? "6.4" : `6.3${unit.slice(1)}`;
  const left = `2.${"9".repeat(decimals)}`;
  return { code, decimals, budget: `7.${unit}`, paid: [`agent ${agent}`, "platform 0.7"], left };
});

const NO_FEES = { district: "0", appeals: "0", supreme: "0" };

const server = sharedServer({
  settings: {
    assets: ROWS.map(({ code, decimals }) => ({
      code,
      decimals,
      currency: code,
      chain: "ledger",
      bounty: { min: "1", max: "9" },
      tierFees: NO_FEES,
      platformFee: { percent: "10", min: "0" },
      cancelFee: { percent: "10" },
      startingBalance: "10",
    })),
  },
});

const documentOf = (budget: string, code: string): JsonObject => ({
  kind: "run",
  spec: { command: "make test" },
  verification: [{ method: "exit_code", expected: 0n }],
  budget: { amount: budget, currency: code, chain: "ledger" },
});

const connected = (): Connection =>
  connect({ url: server.url, signer: generateSigner(), verify: ed25519Verify });

function taken<T>(answer: { readonly ok: true; readonly value: T } | { readonly ok: false }): T {
  if (answer.ok) return answer.value;
  throw new Error(JSON.stringify(answer));
}

async function settled(by: Connection, contract: Contract): Promise<Contract> {
  return eventually(
    async () => taken(await by.contract(contract.id)),
    ({ state }) => state.isSettled,
  );
}

test.each(ROWS)(
  "$budget in $decimals decimals is posted, paid to the last unit and receipted",
  async ({ code, budget, paid, left }) => {
    const [pia, ada] = [connected(), connected()];
    const posted = taken(await pia.post(documentOf(budget, code), { profile: "job/1" }));
    const accepted = taken(await ada.act(posted.contract, "accept"));
    const fixed = taken(await ada.act(accepted.contract, "fix", { fix: "true" }));
    const verdict = { success: true, evidence: { exit_code: 0n } };
    const verified = taken(await pia.act(fixed.contract, "verify", verdict));
    const { id, transcript } = await settled(pia, verified.contract);
    expect(taken(await pia.balances()).get(code)).toBe(left);
    expect(`agent ${taken(await ada.balances()).get(code)}`).toBe(paid[0]);
    const receipts = await eventually(
      async () => taken(await ada.receipts(id)),
      (issued) => issued.length > 0,
    );
    const shown = receipts.map(({ receipt }) => `${receipt.payee.role} ${receipt.amount}`);
    expect(shown).toEqual(paid);
    const marketKey = taken(await ada.serverKey());
    const grounds = receiptGrounds(transcript, ed25519Verify);
    for (const receipt of receipts) {
      const found = verifyReceipt(receipt, { verify: ed25519Verify, marketKey, grounds });
      expect(found.filter((one) => one.verdict === "fail")).toEqual([]);
    }
  },
);
