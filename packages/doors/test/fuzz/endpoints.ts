/**
 * Every endpoint, read from the OpenAPI document that the door serves. A new endpoint is fuzzed
 * without further work, with a body made from its schema.
 */
import type { Json, JsonObject, Party } from "@bazaar/kernel";

export interface Target {
  readonly method: string;
  /** With its parameter in braces. */
  readonly path: string;
  readonly query: readonly string[];
  readonly body: Schema | null;
  /** Whether the request itself is signed. */
  readonly isSigned: boolean;
  readonly contentType: string;
}

export interface Schema {
  readonly type?: string;
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly security?: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: { readonly "application/json"?: Content } };
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, Content>> } };
}

interface Content {
  readonly schema: Schema;
}

/** What an OpenAPI document describes. */
export function targetsIn({ paths }: Document): readonly Target[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => targetOf(path, method, operation)),
  );
}

function targetOf(path: string, method: string, operation: Operation): Target {
  const { parameters = [], requestBody, responses, security } = operation;
  return {
    method: method.toUpperCase(),
    path,
    query: parameters.filter((each) => each.in === "query").map(({ name }) => name),
    body: requestBody?.content["application/json"]?.schema ?? null,
    isSigned: security !== undefined,
    contentType: Object.keys(responses[200].content)[0] ?? "",
  };
}

/** The last word of the path: `bond`, `faucet`, `contracts`. */
export function wordOf({ path }: Target): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The field of a body that names its signer; null if there is none. */
export function keyOf({ body }: Target): string | null {
  return Object.keys(body?.properties ?? {}).find((name) => name.endsWith("pubkey")) ?? null;
}

/** A body that fits the schema, signed by this party. */
export function bodyOf(schema: Schema, party: Party): JsonObject {
  const { properties = {}, required = [] } = schema;
  const fields = required.map((name) => [
    name,
    name.endsWith("pubkey") ? party : sampleOf(properties[name] ?? {}),
  ]);
  return Object.fromEntries(fields) as JsonObject;
}

function sampleOf(schema: Schema): Json {
  if (schema.const !== undefined) return schema.const;
  const first = schema.enum?.[0] ?? null;
  if (first !== null) return first;
  const option = schema.anyOf?.find(({ type }) => type !== "null");
  if (option !== undefined) return sampleOf(option);
  switch (schema.type) {
    case "boolean":
      return true;
    case "integer":
    case "number":
      return 1n;
    case "array":
      return [];
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] ?? {})]),
      );
    default:
      return "x";
  }
}
