/**
 * JSON as Python's `json.dumps` writes it, which is what existing clients send and sign. Written
 * without the kernel's encoder, so that the two can disagree. Integers only.
 */

export type PythonJson = string | number | boolean | null | PythonJson[] | PythonObject;
export interface PythonObject {
  [name: string]: PythonJson;
}

/** `json.dumps(value)`, as in the body of a request. */
export function dumps(value: PythonJson): string {
  return written(value, ", ", ": ", (names) => names);
}

/** `json.dumps(value, sort_keys=True, separators=(",", ":"))`, as it is hashed and signed. */
export function canonical(value: PythonJson): string {
  return written(value, ",", ":", (names) => names.sort());
}

function written(
  value: PythonJson,
  comma: string,
  colon: string,
  ordered: (names: string[]) => string[],
): string {
  const inside = (item: PythonJson): string => written(item, comma, colon, ordered);
  if (typeof value === "string") return text(value);
  if (typeof value === "number" && !Number.isInteger(value)) throw new Error("integers only");
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(inside).join(comma)}]`;
  const members = ordered(Object.keys(value)).map(
    (name) => `${text(name)}${colon}${inside(value[name] as PythonJson)}`,
  );
  return `{${members.join(comma)}}`;
}

function text(value: string): string {
  return JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
