/** The documents of the job schemas, one file each. */
import { Float, JOB_SCHEMAS, schemaDocument } from "@bazaar/kernel";

export interface SchemaFile {
  readonly path: string;
  readonly text: string;
}

export function schemaFiles(): readonly SchemaFile[] {
  return JOB_SCHEMAS.map((schema) => ({
    path: `spec/schemas/${schema.id}.json`,
    text: `${JSON.stringify(schemaDocument(schema), plainNumber, 2)}\n`,
  }));
}

/** Bounds are small enough for ordinary numbers. */
function plainNumber(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  return value instanceof Float ? value.value : value;
}
