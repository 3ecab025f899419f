/** What a result of a job with a schema must be before anybody verifies it. */
import { isJsonObject, type JsonObject } from "../canonical/json.ts";
import type { Party } from "../identity/party.ts";
import { readJobResult } from "../job/envelope.ts";
import { type Refused, refuse } from "../refusal.ts";
import type { ContractState } from "./state.ts";

/** A payload that is an artifact is read where the result is verified, and held to the same there. */
export function resultRefusal({ terms, seat }: ContractState, fix: string): Refused | null {
  const { spec } = terms.work;
  const result = readJobResult(spec, fix);
  if (!result.ok) return result;
  return "payload" in result.value ? payloadRefusal(result.value.payload, seat?.agent, spec) : null;
}

/** What the payload must be that `agent` hands in for this `spec`, wherever it is stored. */
export function payloadRefusal(
  { invoice, cost_sats: cost, provenance }: JsonObject,
  agent: Party | undefined,
  { payload: asked = null }: JsonObject,
): Refused | null {
  if (invoice !== undefined && invoice !== null) {
    return malformed("result.payload.invoice", "no rail of this contract takes an invoice");
  }
  const most = isJsonObject(asked) ? asked.max_cost_sats : undefined;
  if (typeof cost === "bigint" && typeof most === "bigint" && cost > most) {
    return malformed("result.payload.cost_sats", `at most ${most}, the job's max_cost_sats`);
  }
  if (providerOf(provenance) === agent) return null;
  const problem = "expected the key of the agent that hands it in";
  return malformed("result.payload.provenance.provider_id", problem);
}

function providerOf(provenance: JsonObject[string] | undefined): unknown {
  return isJsonObject(provenance) ? provenance.provider_id : undefined;
}

function malformed(field: string, problem: string): Refused {
  return refuse({ code: "malformed_act", act: "fix", field, problem });
}
