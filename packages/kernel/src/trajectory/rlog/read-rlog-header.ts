/**
 * The header of an rlog: `name: value` lines, the part of YAML that is in use. A value is plain text
 * or text in quotes; lines that are indented or begin a list item belong to the name above and stay
 * as they are.
 */
import { parseJson } from "../../canonical/json.ts";
import { accept, type Refused, type Result, refuse } from "../../refusal.ts";
import type { RlogHeader } from "./rlog.ts";

const MAX_HEADER_LINES = 1_000;
const FIELD = /^([A-Za-z_][\w-]*):(?:[ \t]+(.*))?$/;

/** `rows` are the lines between the fences; the first is line 2 of the file. */
export function readRlogHeader(rows: readonly string[]): Result<RlogHeader> {
  if (rows.length > MAX_HEADER_LINES) return malformed(2, "", "more than 1000 lines in the header");
  const fields = new Map<string, string>();
  let last: string | null = null;
  for (const [at, row] of rows.entries()) {
    if (row.trim() === "" || row.startsWith("#")) continue;
    if (last !== null && /^(?:[ \t]|- )/.test(row)) {
      fields.set(last, `${fields.get(last)}\n${row.trim()}`);
      continue;
    }
    const [, name, value = ""] = FIELD.exec(row) ?? [];
    if (name === undefined) return malformed(at + 2, "", "expected a line such as name: value");
    if (fields.has(name)) return malformed(at + 2, name, "given twice");
    fields.set(name, unquoted(value.trim()));
    last = name;
  }
  return required(fields);
}

function required(fields: ReadonlyMap<string, string>): Result<RlogHeader> {
  const [format = "", id = "", repoSha = ""] = ["format", "id", "repo_sha"].map((name) =>
    fields.get(name),
  );
  if (!format.startsWith("rlog/")) return malformed(1, "format", "expected rlog/1");
  if (id === "") return malformed(1, "id", "is missing");
  if (repoSha === "") return malformed(1, "repo_sha", "is missing");
  return accept({ format, id, repoSha, fields });
}

/** Text in double quotes is read as JSON, which YAML contains; other escapes stay as written. */
function unquoted(value: string): string {
  if (value.length >= 2 && value.startsWith("'") && value.endsWith("'")) {
    return value.slice(1, -1).replaceAll("''", "'");
  }
  if (!value.startsWith('"')) return value;
  const json = parseJson(value);
  return json.ok && typeof json.value === "string" ? json.value : value;
}

function malformed(line: number, field: string, problem: string): Refused {
  return refuse({ code: "malformed_trajectory", line, field, problem });
}
