/**
 * An endpoint that records one act.
 *
 * Its answer is computed from what was recorded: the entry, the phase after it, when it was received
 * and the terms. So a repeated request gets the same answer, also days later and in another process.
 */
import type {
  ContractId,
  Json,
  JsonObject,
  JudgeAct,
  PartyAct,
  Refusal,
  Side,
  Terms,
} from "@bazaar/kernel";
import type { Recorded, StoredContract } from "@bazaar/market/ports";
import { z } from "zod";
import type { BodySize } from "../body-size.ts";
import { type DoorRefusal, type DoorRefused, refuseAtDoor } from "../door-refusal.ts";
import {
  type Answer,
  answer,
  type Caller,
  type PostCall,
  type SignedPost,
  signedPost,
} from "../endpoint.ts";
import { JSON_OBJECT, PARTY_TEXT } from "../json-schemas.ts";
import { upperCaseRefusal } from "../lower-case.ts";
import { findContract } from "../reads/find-contract.ts";
import { submit } from "./submit.ts";

export type KeyField = "agent_pubkey" | "principal_pubkey" | "pubkey";

export interface ActWord<Shape extends z.ZodRawShape> {
  readonly word: string;
  readonly summary: string;
  readonly tag: SignedPost["tag"];
  /** The field that names the signer. */
  readonly key: KeyField;
  /** The other fields of the body. */
  readonly says: Shape;
  readonly isTalk?: boolean;
  readonly bodySize?: BodySize;
  readonly answer: SignedPost["answer"];
  /** The answer to a request that asks for nothing new, without an act; null if it does. */
  readonly instead?: (at: ActContext, call: ActCall) => Promise<JsonObject> | null;
  readonly act: (body: z.infer<z.ZodObject<Shape>>, at: ActContext) => AskedAct | DoorRefused;
  /** A refusal of the market in the words of fix/2; null if they are the same. */
  readonly refused?: (refusal: Refusal | DoorRefusal, at: ActContext) => DoorRefused | null;
  readonly reply: (
    done: Done,
    body: z.infer<z.ZodObject<Shape>>,
  ) => JsonObject | Promise<JsonObject>;
}

export interface ActContext {
  readonly caller: Caller;
  readonly contract: StoredContract;
  readonly side: Side;
}

export interface AskedAct {
  readonly type: PartyAct | JudgeAct;
  readonly alsoSigned?: readonly string[];
  /** Missing values are left out: the signer did not sign them. */
  readonly says: Readonly<Record<string, Json | undefined>>;
}

/** An act that was recorded, and the request for it. */
export interface Done extends Recorded {
  readonly id: ContractId;
  readonly terms: Terms;
  readonly caller: Caller;
  readonly call: ActCall;
}

export type ActCall = Pick<
  PostCall<unknown>,
  "market" | "settings" | "hold" | "pause" | "idempotencyKey"
>;

export function actEndpoint<Shape extends z.ZodRawShape>(word: ActWord<Shape>): SignedPost {
  const entry = JSON_OBJECT.nullish().meta({
    description: "The same act as a chain entry, signed by its author, following chain_head",
  });
  const named = { [word.key]: PARTY_TEXT, chain_entry: entry } as Record<string, z.ZodType>;
  const body = z.object({ ...word.says, ...named }) as unknown as z.ZodType<
    z.infer<z.ZodObject<Shape>> & { chain_entry?: JsonObject | null }
  >;
  return signedPost({
    path: `/contracts/{id}/${word.word}`,
    summary: word.summary,
    tag: word.tag,
    body,
    bodySize: word.bodySize ?? "short",
    answer: word.answer,
    isTalk: word.isTalk === true,
    async run(call): Promise<Answer> {
      const { caller } = call;
      const unnamed = checkSigner(caller, call.body, word.key);
      if (unnamed !== null) return unnamed;
      const found = await findContract(call.market, call.name);
      if (!found.ok) return found;
      const at = contextOf(caller, found.value);
      const instead = word.instead?.(at, call) ?? null;
      if (instead !== null) return answer(await instead);
      const asked = word.act(call.body, at);
      if ("ok" in asked) return asked;
      const recorded = await submit(
        { market: call.market, idempotencyKey: call.idempotencyKey, caller },
        {
          contract: found.value.state.id,
          type: asked.type,
          ...(asked.alsoSigned === undefined ? {} : { alsoSigned: asked.alsoSigned }),
          data: withoutMissing(asked.says),
          entry: call.body.chain_entry,
        },
      );
      if (!recorded.ok) return word.refused?.(recorded.refusal, at) ?? recorded;
      const { id, terms } = found.value.state;
      const done = { ...recorded.value, id, terms, caller, call };
      return answer(await word.reply(done, call.body));
    },
  });
}

/** The body must name the party that signed it. */
export function checkSigner(caller: Caller, body: object, field: KeyField): DoorRefused | null {
  const named = String(Reflect.get(body, field) ?? "");
  if (named === "") return refuseAtDoor({ code: "missing_key", field });
  if (named === caller.party) return null;
  return (
    upperCaseRefusal(named) ?? refuseAtDoor({ code: "wrong_key", signer: caller.party, named })
  );
}

function withoutMissing(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  const data: Record<string, Json> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value != null) data[name] = value;
  }
  return data;
}

function contextOf(caller: Caller, contract: StoredContract): ActContext {
  const isPrincipal = caller.party === contract.state.terms.principal;
  return { caller, contract, side: isPrincipal ? "principal" : "agent" };
}
