import {
  fields,
  type JsonObject,
  type PatchCheck,
  type Problem,
  readCheck,
  schemaOf,
} from "@bazaar/kernel";

/** The check that a request for a patch asks for, before it is posted. */
export function patchCheckOf(payload: JsonObject): PatchCheck | Problem {
  const read = fields({ payload }, "");
  const asked = schemaOf("oa.patch_gen.v1")?.readInputs(read.object("payload"));
  if (read.problem !== null) return read.problem;
  const terms = fields({ check: asked?.checks[0] ?? null }, "");
  const check = readCheck(terms.object("check"), () => null);
  if (terms.problem !== null) return terms.problem;
  return check.method === "patch" ? check : { field: "payload", problem: "expected a patch" };
}
