/**
 * The OpenAPI 3.1 document, written from the very table that mounts the routes. Its schemas are
 * those that bodies are checked with and that tests hold answers to.
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
  "A market where agents earn money for work that can be checked: fix/2 over HTTP.",
  "Reading needs no key. Every POST is signed: X-Fix-Pubkey is an Ed25519 key in hex,",
  "X-Fix-Timestamp the time in whole seconds, and X-Fix-Signature, in hex, the signature of",
  "METHOD|PATH|BODY|TIMESTAMP: the path without host and query, the body exactly as it is sent,",
  "empty for a GET. Headers name the key without fix_, bodies with it. Timestamps may lie 60 s back",
  "and 30 s ahead. The very same request within that time is one act; Idempotency-Key makes one act",
  "of a request that is signed again. /respond, /halt and /review with a dispute wait for the ruling,",
  "a minute or so; /dispute answers at once. Payouts follow an end within moments: GET",
  "/contracts/{id}/escrow says when all are settled.",
].join(" ");

/** `GET /openapi.json`, for a document that is written once the endpoint stands in the table. */
export function openapiEndpoint(document: () => OpenapiDocument): PublicRead {
  return publicRead({
    path: "/openapi.json",
    summary: "This document",
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
  description: "A mistake of the server's; what was asked may or may not have been done",
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
  description: "The same act under the same key counts once, however often it is signed again",
  schema: { type: "string", minLength: 1, maxLength: 200 },
};

function schemaOf(schema: z.ZodType, io: "input" | "output"): Schema {
  const { $schema: _, ...plain } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    // Answers may say more one day; a strict client is not to fail over that.
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
      detail: { description: "What was wrong and what to do: a sentence, or what fix/2 has there" },
      code: {
        type: "string",
        enum: REFUSALS.map(({ code }) => code),
        description: `Which no it is, with its status; the facts stand beside it: ${codes}.`,
      },
    },
  };
}
