import { type JsonObject, refuse } from "@bazaar/kernel";
import { z } from "zod";
import { type Answer, answer, signedPost } from "../endpoint.ts";
import { JSON_OBJECT } from "../json-schemas.ts";
import { findContract } from "../reads/find-contract.ts";
import { statusOf } from "../views/status.ts";
import { STATUS_ANSWER } from "./status-answer.ts";

/**
 * The ruling of a judge that is not this server. Anyone may submit it: it counts by the judge's
 * signature inside it.
 */
export const ruling = signedPost({
  path: "/contracts/{id}/ruling",
  summary: "Submit a ruling signed by the contract's own judge",
  tag: "courts",
  body: z.object({
    ruling: JSON_OBJECT.meta({
      description:
        'outcome, court, question, reasoning, …, and origin {scheme: "opinion", judge, signature}',
    }),
  }),
  bodySize: "long",
  answer: STATUS_ANSWER,
  async run(call): Promise<Answer> {
    const found = await findContract(call.market, call.name);
    if (!found.ok) return found;
    const data: JsonObject = call.body.ruling;
    if (data.origin === undefined) {
      return refuse({ code: "bad_origin", problem: "no judge has signed this ruling" });
    }
    const contract = found.value.state.id;
    // No idempotency key: its scope would be the judge, and the sender need not be the judge.
    const recorded = await call.market.record({ type: "ruling", data, contract }, null);
    return recorded.ok ? answer({ status: statusOf(recorded.value.phase) }) : recorded;
  },
});
