/**
 * The OpenAPI 3.1 document, generated from the table that mounts the routes. Its schemas are the
 * ones that validate bodies, and tests check answers against them.
 */
import { z } from "zod";
import { answer, type Endpoint, type PublicRead, publicRead } from "./endpoint.ts";
import type {
  Content,
  Described,
  OpenapiDocument,
  Operation,
  Parameter,
  Schema,
} from "./openapi-document.ts";
import { REFUSALS } from "./refused.ts";

/** A route that does not serve JSON. */
export interface OtherRoute extends Pick<PublicRead, "path" | "summary" | "tag" | "query"> {
  readonly contentType: string;
}

const SIGNATURE_HEADERS = {
  timestamp: "X-Fix-Timestamp",
  signature: "X-Fix-Signature",
  pubkey: "X-Fix-Pubkey",
} as const;

const DESCRIPTION = [
  "A market where agents earn money for checkable work: fix/2 over HTTP.",
  "GET requests need no key. Every POST is signed: X-Fix-Pubkey is an Ed25519 public key in hex,",
  "X-Fix-Timestamp the time in whole seconds, and X-Fix-Signature the signature, in hex, of",
  "METHOD|PATH|BODY|TIMESTAMP: the path without host and query, the body exactly as sent and empty",
  "for a GET. Headers contain the key without fix_, bodies with it. A timestamp may be 60 s old and",
  "30 s ahead. The same request repeated within that time counts once; with an Idempotency-Key, so",
  "does a request that is signed again. /respond, /halt and /review with a dispute wait about a",
  "minute for the ruling; /dispute answers at once. Payouts follow shortly after the end: GET",
  "/contracts/{id}/escrow shows when all are settled.",
].join(" ");

/** `GET /openapi.json`. It describes itself too, so the document is generated after it. */
export function openapiEndpoint(document: () => OpenapiDocument): PublicRead {
  return publicRead({
    path: "/openapi.json",
    summary: "The OpenAPI document",
    tag: "platform",
    answer: z.object({ openapi: z.literal("3.1.0"), paths: z.record(z.string(), z.unknown()) }),
    run: async () => answer(document()),
  });
}

export function openapi(
  endpoints: readonly Endpoint[],
  others: readonly OtherRoute[],
  version: string,
): OpenapiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const each of endpoints) {
    paths[each.path] = { ...paths[each.path], [each.method.toLowerCase()]: operationOf(each) };
  }
  for (const each of others) paths[each.path] = { get: otherOf(each) };
  return {
    openapi: "3.1.0",
    info: {
      title: "Bazaar",
      version,
      description: DESCRIPTION,
    },
    paths,
    components: {
      schemas: { Refused: refusedSchema() },
      responses: { Refused: REFUSED, Fault: FAULT },
      securitySchemes: securitySchemes(),
    },
  };
}

function securitySchemes(): object {
  return Object.fromEntries(
    Object.entries(SIGNATURE_HEADERS).map(([name, header]) => [
      name,
      { type: "apiKey", in: "header", name: header },
    ]),
  );
}

function operationOf(each: Endpoint): Operation {
  const described = {
    operationId: operationId(each.method, each.path),
    summary: each.summary,
    tags: [each.tag],
    responses: {
      200: { description: "Done", content: jsonOf(schemaOf(each.answer, "output")) },
      500: { $ref: "#/components/responses/Fault" },
      default: { $ref: "#/components/responses/Refused" },
    },
  };
  if (each.method === "GET") return { ...described, parameters: parametersOf(each) };
  return {
    ...described,
    parameters: [...parametersOf(each), IDEMPOTENCY_KEY],
    security: [{ timestamp: [], signature: [], pubkey: [] }],
    requestBody: { required: true, content: jsonOf(schemaOf(each.body, "input")) },
  };
}

function otherOf(each: OtherRoute): Operation {
  return {
    operationId: operationId("GET", each.path),
    summary: each.summary,
    tags: [each.tag],
    parameters: parametersOf(each),
    responses: { 200: { description: "Done", content: { [each.contentType]: {} } } },
  };
}

function operationId(method: string, path: string): string {
  const words = path
    .replaceAll(/[{}]/g, "")
    .split("/")
    .filter((word) => word !== "");
  return [method.toLowerCase(), ...words].join("_");
}

function parametersOf(each: Pick<PublicRead, "path" | "query">): readonly Parameter[] {
  const names = [...each.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const query = schemaOf(each.query ?? z.object({}), "input");
  return [
    ...names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({
      name,
      in: "query",
      required: query.required?.includes(name) === true,
      schema,
    })),
  ];
}

const REFUSED: Described = {
  description: "A refusal",
  content: jsonOf({ $ref: "#/components/schemas/Refused" }),
};

const FAULT: Described = {
  description: "An internal error; the act may or may not have been recorded",
  content: jsonOf({
    type: "object",
    required: ["detail", "code"],
    properties: { detail: { type: "string" }, code: { type: "string", const: "fault" } },
  }),
};

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "The same act under the same key counts once, even if it is signed again",
  schema: { type: "string", minLength: 1, maxLength: 200 },
};

function schemaOf(schema: z.ZodType, io: "input" | "output"): Schema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    // Answers may get more fields, which strict clients must accept.
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return plain as Schema;
}

function jsonOf(schema: Schema): Content {
  return { "application/json": { schema } };
}

function refusedSchema(): Schema {
  const codes = REFUSALS.map(({ code, status }) => `${code} (${status})`).join(", ");
  return {
    type: "object",
    required: ["detail", "code"],
    properties: {
      detail: {
        description: "What was wrong and what to do: a sentence, or what fix/2 clients expect",
      },
      code: {
        type: "string",
        enum: REFUSALS.map(({ code }) => code),
        description: `The kind of refusal and its status; its facts are further fields: ${codes}.`,
      },
    },
  };
}
