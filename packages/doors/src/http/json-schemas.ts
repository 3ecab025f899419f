/**
 * Schemas that several bodies share. Bodies are parsed without loss, so a number is a `bigint` or a
 * `Float`. Metadata is for the OpenAPI document.
 */
import { isJsonObject, type Json, type JsonObject } from "@bazaar/kernel";
import { z } from "zod";

/** Any object, kept as it was sent. */
export const JSON_OBJECT = z
  .custom<JsonObject>((value) => isJsonObject(value as Json), "expected an object")
  .meta({ type: "object" });

/** A party's key as text; it is parsed and compared with the signer later. */
export const PARTY_TEXT = z
  .string()
  .max(80)
  .meta({ example: `fix_${"0".repeat(64)}`, description: "fix_ and 64 lower-case hex digits" });
