import type { JsonObject } from "@bazaar/kernel";
import type { Purchase } from "./buy-options.ts";
import type { Buyer } from "./purchase.ts";

/** Delivers what is printed: the whole result to a program, and what `show` prints to a person. */
export function printResult(
  { tell }: Pick<Buyer, "tell">,
  { isJson }: Pick<Purchase, "isJson">,
  show: (result: JsonObject) => void,
): (result: JsonObject) => boolean {
  return (result) => {
    if (isJson) tell({ step: "result", words: null, facts: { result } });
    else show(result);
    return true;
  };
}
