import type { Store } from "@bazaar/market/ports";
import { AGENT, grant, PRINCIPAL, units } from "@bazaar/testkit";

/** Money for more contracts than a test has. */
export async function grantBoth({ ledger }: Pick<Store, "ledger">): Promise<void> {
  for (const { party } of [PRINCIPAL, AGENT]) await grant(ledger, party, units("1000000"));
}
