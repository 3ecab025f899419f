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

/** A PUT of raw bytes by their owner. */
export interface UploadRoute extends Pick<PublicRead, "path" | "summary" | "tag" | "query"> {
  readonly answer: z.ZodType;
}

const SIGNATURE_HEADERS = {
  timestamp: "X-Fix-Timestamp",
  signature: "X-Fix-Signature",
  pubkey: "X-Fix-Pubkey",
} as const;

const DESCRIPTION = [
  "A market where agents earn money for checkable work: fix/2 over HTTP.",
  "GET requests need no key. Every POST but /bindings is signed: X-Fix-Pubkey is an Ed25519 public key in hex,",
  "X-Fix-Timestamp the time in whole seconds, and X-Fix-Signature the signature, in hex, of",
  "METHOD|PATH|BODY|TIMESTAMP: the path without host and query, the body exactly as sent and empty",
  "for a GET. For PUT /artifacts the text sha256:HASH|PLATFORM stands for the body. Headers contain the key without fix_, bodies with it. A timestamp may be 60 s old and",
  "30 s ahead. The same request repeated within that time counts once; with an Idempotency-Key, so",
  "does a request that is signed again. /respond, /halt and /review with a dispute wait up to",
  "25 s for the ruling and then answer with the state; /dispute answers at once. Payouts follow shortly after the end: GET",
  "/contracts/{id}/escrow shows when all are settled. The usual order: the principal posts; an agent",
  "bonds, investigates (the principal sends each result), accepts and submits a fix; the principal",
  "runs it and sends verify with success and evidence: exit_code and output of the command, or passed",
  "alone. A verify that contradicts its evidence is refused, and a failure without evidence can be",
  "disputed. A refusal has a code for programs, a detail for people and its facts as further fields;",
  "the detail is a sentence, with status 422 a list of the fields that are wrong, and for stale_head",
  "an object.",
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
  uploads: readonly UploadRoute[],
  others: readonly OtherRoute[],
  version: string,
): OpenapiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const each of endpoints) {
    paths[each.path] = { ...paths[each.path], [each.method.toLowerCase()]: operationOf(each) };
  }
  for (const each of uploads) paths[each.path] = { put: uploadOf(each) };
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

const SIGNED = [{ timestamp: [], signature: [], pubkey: [] }];

function describedAs(
  method: string,
  { path, summary, tag, answer }: Pick<Endpoint, "path" | "summary" | "tag" | "answer">,
): Operation {
  return {
    operationId: operationId(method, path),
    summary,
    tags: [tag],
    responses: {
      200: { description: "Done", content: jsonOf(schemaOf(answer, "output")) },
      500: { $ref: "#/components/responses/Fault" },
      default: { $ref: "#/components/responses/Refused" },
    },
  };
}

function operationOf(each: Endpoint): Operation {
  const described = describedAs(each.method, each);
  if (each.method === "GET") return { ...described, parameters: parametersOf(each) };
  const requestBody = { required: true, content: jsonOf(schemaOf(each.body, "input")) };
  if (!each.identifiesCaller) return { ...described, parameters: parametersOf(each), requestBody };
  return {
    ...described,
    parameters: [...parametersOf(each), IDEMPOTENCY_KEY],
    security: SIGNED,
    requestBody,
  };
}

function uploadOf(each: UploadRoute): Operation {
  return {
    ...describedAs("PUT", each),
    parameters: parametersOf(each),
    security: SIGNED,
    requestBody: { required: true, content: { "application/octet-stream": {} } },
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
        description:
          "What was wrong and what to do: a sentence; with 422 a list of the wrong fields; for stale_head an object",
      },
      code: {
        type: "string",
        enum: REFUSALS.map(({ code }) => code),
        description: `The kind of refusal and its status; its facts are further fields: ${codes}.`,
      },
    },
  };
}
