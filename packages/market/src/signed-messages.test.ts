/** Messages that were signed outside the chain, on their way into it. */
import {
  type ContractId,
  chatOrigin,
  chatProposalId,
  type JsonObject,
  NOSTR_ACT_KIND,
  nostrOrigin,
  type Party,
  publicKeyHex,
  sha256Hex,
  termsJson,
  type Verify,
} from "@bazaar/kernel";
import { AGENT, grant, sampleTerms, toyVerify, units } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { codeOf, SmallMarket } from "../test/small-market.ts";
import type { Needs } from "./needs.ts";
import { recordAct, recordedBefore } from "./record-act.ts";

const KEY = "ab".repeat(32);
const PIA = `nostr:${KEY}` as Party;

/** Two signatures hold for each text, as a Nostr key can make more than one. */
function signaturesOf(text: string): readonly string[] {
  return ["0", "1"].map((nth) => sha256Hex(text) + sha256Hex(nth));
}

const verify: Verify = (party, text, signature) =>
  party === PIA ? signaturesOf(text).includes(signature) : toyVerify(party, text, signature);

class Relaying extends SmallMarket {
  override needs(changes: Partial<Needs> = {}): Needs {
    return super.needs({ verify, ...changes });
  }

  relay(contract: ContractId | null, type: string, data: JsonObject) {
    return recordAct(this.needs(), { type, data, contract });
  }
}

function event(type: string, contract: string | null, data: JsonObject, nth = 0): JsonObject {
  const named = contract === null ? [] : [["contract", contract]];
  const tags = [...named, ["act", type]];
  const content = JSON.stringify(data, (_, value) =>
    typeof value === "bigint" ? Number(value) : value,
  );
  const text = JSON.stringify([0, KEY, 1, NOSTR_ACT_KIND, tags, content]);
  const signature = signaturesOf(text)[nth] ?? "";
  const own = { id: sha256Hex(text), pubkey: KEY, createdAtSeconds: 1, kind: NOSTR_ACT_KIND };
  return { ...data, origin: nostrOrigin({ ...own, tags, content, signature }) };
}

function accepted(contract: ContractId, challenge: string): JsonObject {
  const proposal_id = chatProposalId(contract);
  const signature = AGENT.sign(`ACCEPT|${proposal_id}||`);
  const pubkey = publicKeyHex(AGENT.party) ?? "";
  const message = { type: "ACCEPT", fields: { proposal_id }, pubkey, signature, challenge };
  return { origin: chatOrigin(message) };
}

async function posted(): Promise<{ readonly small: Relaying; readonly id: ContractId }> {
  const small = new Relaying();
  await small.grant();
  await grant(small.store.ledger, PIA, units("10"));
  const terms = sampleTerms({ principal: PIA });
  const first = await small.relay(null, "post", event("post", null, { terms: termsJson(terms) }));
  if (!first.ok) throw new Error(JSON.stringify(first.refusal));
  return { small, id: first.value.state.id };
}

test("an event counts once, however it is signed", async () => {
  const { small, id } = await posted();
  const cancel = event("cancel", id, {});
  expect(codeOf(await small.relay(id, "cancel", cancel))).toBe("recorded");
  for (const nth of [0, 1]) {
    const again = await small.relay(id, "cancel", event("cancel", id, {}, nth));
    expect(again).toMatchObject({ ok: true, value: { isRepeated: true } });
  }
  expect(await small.types(id)).toEqual(["post", "cancel"]);
  const known = { type: "cancel", data: cancel, contract: id };
  expect(await recordedBefore(small.needs(), known)).toMatchObject({ ok: true });
});

test("a posted event counts once too", async () => {
  const { small, id } = await posted();
  const terms = termsJson(sampleTerms({ principal: PIA }));
  const again = await small.relay(null, "post", event("post", null, { terms }, 1));
  expect(again).toMatchObject({ ok: true, value: { isRepeated: true } });
  expect(await small.types(id)).toEqual(["post"]);
});

test("an event for another contract is refused", async () => {
  const { small, id } = await posted();
  const moved = event("cancel", "ff".repeat(32), {});
  expect(codeOf(await small.relay(id, "cancel", moved))).toBe("bad_origin");
});

test("a chat message counts once per connection", async () => {
  const { small, id } = await posted();
  await small.must(AGENT, id, "bond");
  const message = accepted(id, "chal_1");
  expect(codeOf(await small.relay(id, "accept", message))).toBe("recorded");
  const again = await small.relay(id, "accept", message);
  expect(again).toMatchObject({ ok: true, value: { isRepeated: true } });
  expect(codeOf(await small.relay(id, "accept", accepted(id, "chal_2")))).toBe("wrong_phase");
});
