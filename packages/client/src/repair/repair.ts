/** One repair through a market: a contract is posted, followed to its end, and paid. */
import type { Contract, MarketRefusal } from "@bazaar/doors/http/connect";
import type { JsonObject } from "@bazaar/kernel";
import { Principal, type PrincipalNeeds, type Repaired } from "./principal.ts";

export type Repair =
  /** The contract's story is over; whether the command is repaired is another question. */
  | { readonly is: "over"; readonly contract: Contract; readonly repaired: Repaired | null }
  | { readonly is: "refused"; readonly refusal: MarketRefusal }
  | { readonly is: "halted"; readonly contract: Contract; readonly repaired: Repaired | null };

export async function repair(document: JsonObject, needs: PrincipalNeeds): Promise<Repair> {
  const { connection, tell, signal } = needs;
  const posted = await connection.post(document, { signal });
  if (!posted.ok) return { is: "refused", refusal: posted.refusal };
  tell({ type: "posted", contract: posted.value.contract, deposit: posted.value.deposit });
  return attend(posted.value.contract, needs);
}

/** Takes up a contract wherever it stands, and stays until it is over or the person halts it. */
export async function attend(from: Contract, needs: PrincipalNeeds): Promise<Repair> {
  const { connection, tell, signal } = needs;
  const principal = new Principal(needs);
  let current = from;
  await principal.respond(current);
  for await (const { entry, contract } of connection.follow(current, signal)) {
    current = contract;
    tell({ type: "entry", entry, contract });
    await principal.respond(contract);
  }
  const { repaired } = principal;
  if (!signal.aborted) return { is: "over", contract: current, repaired };
  const halted = await connection.act(current, "halt", { reason: "The principal halted." });
  if (!halted.ok) tell({ type: "market_refused", act: "halt", refusal: halted.refusal });
  return { is: "halted", contract: halted.ok ? halted.value.contract : current, repaired };
}
