import type { OpenapiDocument, Schema } from "../openapi-document.ts";

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

const MAX_DEPTH = 4;
const REFERENCE = "#/components/schemas/";

/** The schema itself, if it is given as a reference. */
export function schemaAt({ components }: OpenapiDocument, schema: Schema = {}): Schema {
  const name = schema.$ref?.startsWith(REFERENCE) ? schema.$ref.slice(REFERENCE.length) : null;
  return name === null ? schema : (components?.schemas?.[name] ?? {});
}

/** All fields of an object, nested ones by their path: `bond.status`. */
export function fieldsOf(
  document: OpenapiDocument,
  given: Schema,
  prefix = "",
  depth = 0,
): readonly Field[] {
  const schema = insideOf(document, given);
  const { properties = {}, required = [] } = schema;
  if (depth >= MAX_DEPTH) return [];
  return Object.entries(properties).flatMap(([key, property]) => {
    const name = `${prefix}${key}`;
    const resolved = schemaAt(document, property);
    const description = property.description ?? resolved.description ?? "";
    const type = typeName(document, resolved);
    const isList = type.startsWith("list of");
    return [
      { name, type, isRequired: required.includes(key), description },
      ...fieldsOf(document, property, `${name}${isList ? "[]" : ""}.`, depth + 1),
    ];
  });
}

/** The object that has the fields: a list's items, or the option that is not null. */
function insideOf(document: OpenapiDocument, given: Schema): Schema {
  const schema = schemaAt(document, given);
  if (schema.items !== undefined) return insideOf(document, schema.items);
  const option = optionsOf(schema).find((one) => insideOf(document, one).properties !== undefined);
  return option === undefined ? schema : insideOf(document, option);
}

function optionsOf({ anyOf = [], oneOf = [] }: Schema): readonly Schema[] {
  return [...anyOf, ...oneOf];
}

function typeName(document: OpenapiDocument, given: Schema): string {
  const schema = schemaAt(document, given);
  const options = optionsOf(schema);
  if (options.length > 0) return options.map((one) => typeName(document, one)).join(" or ");
  if (schema.enum !== undefined) return schema.enum.map(String).join(", ");
  if (schema.const !== undefined) return String(schema.const);
  if (schema.items !== undefined) return `list of ${typeName(document, schema.items)}`;
  return [schema.type ?? "any"].flat().join(" or ");
}
