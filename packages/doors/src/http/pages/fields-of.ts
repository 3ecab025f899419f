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
  if (depth >= MAX_DEPTH) return [];
  const objects = objectsIn(document, given);
  const keys = new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...keys].flatMap((key) => {
    const name = `${prefix}${key}`;
    const variants = objects.flatMap(({ properties = {} }) => properties[key] ?? []);
    const property = variants.length === 1 ? variants[0] : { anyOf: variants };
    const all = variants.flatMap((one) => [one, schemaAt(document, one)]);
    const description = all.find((one) => one.description !== undefined)?.description ?? "";
    const type = typeName(document, property ?? {});
    const isList = type.startsWith("list of");
    const isRequired = objects.every(({ required = [] }) => required.includes(key));
    return [
      { name, type, isRequired, description },
      ...fieldsOf(document, property ?? {}, `${name}${isList ? "[]" : ""}.`, depth + 1),
    ];
  });
}

/** The objects that have the fields: a list's items, or each variant that is an object. */
function objectsIn(document: OpenapiDocument, given: Schema): readonly Schema[] {
  const schema = schemaAt(document, given);
  if (schema.items !== undefined) return objectsIn(document, schema.items);
  const own = schema.properties === undefined ? [] : [schema];
  return [...own, ...optionsOf(schema).flatMap((one) => objectsIn(document, one))];
}

function optionsOf({ anyOf = [], oneOf = [] }: Schema): readonly Schema[] {
  return [...anyOf, ...oneOf];
}

function typeName(document: OpenapiDocument, given: Schema): string {
  const schema = schemaAt(document, given);
  const options = optionsOf(schema);
  const names = new Set(options.map((one) => typeName(document, one)));
  if (names.size > 0) return [...names].join(" or ");
  if (schema.enum !== undefined) return schema.enum.map(String).join(", ");
  if (schema.const !== undefined) return String(schema.const);
  if (schema.items !== undefined) return `list of ${typeName(document, schema.items)}`;
  return [schema.type ?? "any"].flat().join(" or ");
}
