import { type Binding, type Party, parseParty } from "@bazaar/kernel";
import { z } from "zod";
import type { DoorResult } from "../door-refusal.ts";
import { type Answer, answer, publicPost } from "../endpoint.ts";
import { PARTY_TEXT } from "../json-schemas.ts";
import { upperCaseRefusal } from "../lower-case.ts";
import { ownerAnswer, ownerView } from "../views/owner.ts";

const SIGNATURE = z.string().max(200).meta({ description: "128 hex digits" });
const SECONDS = z.bigint().min(0n).max(BigInt(Number.MAX_SAFE_INTEGER)).meta({ type: "integer" });

/** No caller: both keys have signed the statement, and their kinds may have no request headers. */
export const bindings = publicPost({
  path: "/bindings",
  summary: "State that two keys have one owner, signed by both",
  tag: "platform",
  body: z.object({
    parties: z.tuple([PARTY_TEXT, PARTY_TEXT]).meta({ description: "The smaller first" }),
    issued_at: SECONDS,
    signatures: z.tuple([SIGNATURE, SIGNATURE]).meta({ description: "In the same order" }),
  }),
  answer: ownerAnswer,
  async run({ market, body }): Promise<Answer> {
    const one = partyOf(body.parties[0]);
    if (!one.ok) return one;
    const other = partyOf(body.parties[1]);
    if (!other.ok) return other;
    const binding: Binding = {
      parties: [one.value, other.value],
      issuedAtSeconds: Number(body.issued_at),
      signatures: body.signatures,
    };
    const owner = await market.bind(binding);
    return owner.ok ? answer(ownerView(owner.value)) : owner;
  },
});

function partyOf(text: string): DoorResult<Party> {
  return upperCaseRefusal(text) ?? parseParty(text);
}
