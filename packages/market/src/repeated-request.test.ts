import { type ContractId, chainJson, type JsonObject, type Signer } from "@bazaar/kernel";
import { AGENT, PRINCIPAL, signedRequest } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { SmallMarket } from "../test/small-market.ts";
import { recordAct } from "./record-act.ts";

/** The request of one second, as often as it is sent. */
function requested(by: Signer, contract: ContractId, type: string, data: JsonObject = {}) {
  const body = chainJson(data);
  const origin = signedRequest(by, `/contracts/${contract}/${type}`, body);
  return { type, data: { ...data, origin }, contract };
}

const FIX = { fix: "make" };
const FAILED = { success: false };

describe("a request that is sent again", () => {
  test("gets its answer again while it is its author's last act", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const fix = requested(AGENT, id, "fix", FIX);
    const first = await recordAct(market.needs(), fix);
    await market.must(PRINCIPAL, id, "message", { message: "thanks" });
    const again = await recordAct(market.needs(), fix);
    expect(again).toMatchObject({ ok: true, value: { isRepeated: true, phase: "verifying" } });
    expect(again.ok && again.value.entry).toEqual(first.ok && first.value.entry);
  });

  test("gets it also after the contract has ended, and after acts of the server", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const fix = requested(AGENT, id, "fix", FIX);
    await recordAct(market.needs(), fix);
    await market.must(PRINCIPAL, id, "verify", { success: true });
    const again = await recordAct(market.needs(), fix);
    expect(again).toMatchObject({ ok: true, value: { isRepeated: true, phase: "verifying" } });
  });

  test("is refused after another act of its author, with the entry that it became", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const fix = requested(AGENT, id, "fix", FIX);
    await recordAct(market.needs(), fix);
    await recordAct(market.needs(), requested(AGENT, id, "message", { message: "done" }));
    await market.must(AGENT, id, "message", { message: "see you" });
    const refusal = { code: "already_recorded", seq: 3 };
    expect(await recordAct(market.needs(), fix)).toEqual({ ok: false, refusal });
  });

  test("is refused where it could be a second act, which is never recorded", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    await market.must(AGENT, id, "fix", FIX);
    const verify = requested(PRINCIPAL, id, "verify", FAILED);
    await recordAct(market.needs(), verify);
    await market.must(AGENT, id, "fix", { fix: "make again" });
    const refusal = { code: "already_recorded", seq: 4 };
    expect(await recordAct(market.needs(), verify)).toEqual({ ok: false, refusal });
    expect((await market.state(id)).phase).toBe("verifying");
  });

  test("counts by its idempotency key, if it is the same", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    await market.must(AGENT, id, "fix", FIX);
    const verify = requested(PRINCIPAL, id, "verify", FAILED);
    await recordAct(market.needs(), verify, "one");
    await market.must(AGENT, id, "fix", { fix: "make again" });
    const again = await recordAct(market.needs(), verify, "one");
    expect(again).toMatchObject({ ok: true, value: { isRepeated: true } });
    const other = await recordAct(market.needs(), verify, "two");
    expect(other).toMatchObject({ ok: false, refusal: { code: "already_recorded" } });
  });
});
