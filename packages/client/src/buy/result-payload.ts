/** What was bought: the payload of the result that was verified. */
import type { JsonObject } from "@bazaar/kernel";
import { readResult } from "@bazaar/work";
import type { Bought } from "./buy-job.ts";
import { artifactReader, providerOf, type VerifyNeeds } from "./verify-result.ts";

/** Empty if it is not stored any more. */
export async function resultPayload(
  { contract, result }: Bought,
  needs: Pick<VerifyNeeds, "connection" | "signal">,
): Promise<JsonObject> {
  if (result === null) return {};
  const { spec } = contract.state.terms.work;
  const handedIn = { spec, result, provider: providerOf(contract) };
  const read = await readResult(handedIn, artifactReader(needs));
  return "payload" in read ? read.payload : {};
}
