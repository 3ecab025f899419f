import { JOB_SCHEMAS, SCHEMA_VERSION, schemaDocument, schemaOf } from "@bazaar/kernel";
import { z } from "zod";
import { refuseAtDoor } from "../door-refusal.ts";
import { answer, publicRead } from "../endpoint.ts";

/** How much of an unknown name a refusal repeats. */
const SHOWN = 80;

const outline = z.object({
  schema_id: z.string(),
  schema_version: z.string(),
  purpose: z.string(),
  verification_mode: z.enum(["objective", "subjective"]),
});

export const listSchemas = publicRead({
  path: "/schemas",
  summary: "The schemas of jobs",
  tag: "jobs",
  answer: z.object({ schemas: z.array(outline) }),
  run: async () =>
    answer({
      schemas: JOB_SCHEMAS.map(({ id, purpose, mode }) => ({
        schema_id: id,
        schema_version: SCHEMA_VERSION,
        purpose,
        verification_mode: mode,
      })),
    }),
});

const fieldTable = z.record(z.string(), z.record(z.string(), z.unknown()));

export const getSchema = publicRead({
  path: "/schemas/{schema_id}",
  summary: "What a request and a result of one schema contain",
  tag: "jobs",
  answer: outline.extend({
    inputs: fieldTable,
    outputs: fieldTable,
    hash_rules: z.record(z.string(), z.string()),
    provenance: z.record(z.string(), z.string()),
  }),
  run: async ({ name }) => {
    const schema = schemaOf(name);
    if (schema === null)
      return refuseAtDoor({ code: "unknown_schema", schema: name.slice(0, SHOWN) });
    return answer(schemaDocument(schema));
  },
});
