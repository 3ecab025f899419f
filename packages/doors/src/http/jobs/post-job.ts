import { contractAlias, isEnvelope, isJsonObject, type JsonObject } from "@bazaar/kernel";
import { z } from "zod";
import { checkSigner } from "../acts/act-endpoint.ts";
import { otherDocument } from "../acts/post.ts";
import { submit } from "../acts/submit.ts";
import { type DoorRefused, refuseAtDoor } from "../door-refusal.ts";
import { type Answer, answer, signedPost } from "../endpoint.ts";
import { JSON_OBJECT, PARTY_TEXT } from "../json-schemas.ts";
import { hash } from "../shapes.ts";

const BODY = z.object({
  job: JSON_OBJECT.meta({
    description:
      "The document of the job: schema_id, schema_version, job_hash, payload, budget, provider, …",
  }),
  principal_pubkey: PARTY_TEXT,
  chain_entry: JSON_OBJECT.meta({
    description: "A `post` entry with the complete terms, signed by the buyer",
  }),
});

/** A buyer posts a job. The same idempotency key of its payload is the same job. */
export const postJob = signedPost({
  path: "/jobs",
  summary: "Post a job, with its budget held",
  tag: "jobs",
  body: BODY,
  bodySize: "long",
  answer: z.object({
    job_id: z.string().regex(/^[0-9a-f]{32}$/),
    contract_id_full: hash,
    phase: z.string(),
    is_repeated: z.boolean().describe("Whether this job was posted before."),
  }),
  async run(call): Promise<Answer> {
    const { job, chain_entry: entry } = call.body;
    const wrong =
      checkSigner(call.caller, call.body, "principal_pubkey") ??
      notAJob(job) ??
      otherDocument(entry, job);
    if (wrong !== null) return wrong;
    const act = { contract: null, type: "post", data: {}, stated: {}, said: job, entry };
    const recorded = await submit({ ...call, idempotencyKey: jobKey(job) }, act);
    if (!recorded.ok) return recorded;
    const { state, isRepeated } = recorded.value;
    return answer({
      job_id: contractAlias(state.id),
      contract_id_full: state.id,
      phase: state.phase,
      is_repeated: isRepeated,
    });
  },
});

function notAJob(job: JsonObject): DoorRefused | null {
  if (isEnvelope(job)) return null;
  const problem = { field: "job.schema_id", problem: "expected a schema of GET /schemas" };
  return refuseAtDoor({ code: "malformed_body", problems: [problem] });
}

/** The market knows each key by its author, so buyers do not collide. */
function jobKey({ payload }: JsonObject): string | null {
  const key = isJsonObject(payload) ? payload.idempotency_key : null;
  return typeof key === "string" ? `job/${key}` : null;
}
