import {
  type Check,
  fields,
  type JsonObject,
  type Problem,
  readCheck,
  schemaOf,
} from "@bazaar/kernel";

/** Of one request; no schema asks for as many. */
const MAX_REQUESTED_CHECKS = 10;

/** The checks that a request asks for, or what is wrong with it, before anything is sent. */
export function requestedChecks(
  schemaId: string,
  payload: JsonObject,
): readonly Check[] | { readonly wrong: Problem } {
  const read = fields({ payload }, "");
  const asked = schemaOf(schemaId)?.readInputs(read.object("payload"));
  if (read.problem !== null) return { wrong: read.problem };
  const terms = fields({ checks: asked?.checks ?? [] }, "");
  const bounds = { min: 1, max: MAX_REQUESTED_CHECKS };
  const checks = terms.array("checks", bounds, (items, at) =>
    readCheck(items.object(at), () => null),
  );
  return terms.problem === null ? checks : { wrong: terms.problem };
}
