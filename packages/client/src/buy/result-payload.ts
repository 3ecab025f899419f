/** What was bought: the payload of the result that was verified. */
import type { Contract } from "@bazaar/doors/connection";
import type { JsonObject } from "@bazaar/kernel";
import { readResult } from "@bazaar/work";
import { artifactReader, providerOf, type VerifyNeeds } from "./verify-result.ts";

/** `result` is the `fix` that was handed in. Null if it is not stored any more. */
export async function resultPayload(
  contract: Contract,
  result: string,
  needs: Pick<VerifyNeeds, "connection" | "signal">,
): Promise<JsonObject | null> {
  const { spec } = contract.state.terms.work;
  const handedIn = { spec, result, provider: providerOf(contract) };
  const read = await readResult(handedIn, artifactReader(needs));
  return "payload" in read ? read.payload : null;
}
