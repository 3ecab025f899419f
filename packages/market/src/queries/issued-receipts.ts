import {
  type ContractState,
  invariant,
  parseJson,
  parseReceipt,
  type SignedReceipt,
} from "@bazaar/kernel";
import type { Note } from "../ports/notes.ts";
import { MAX_PAGE, type Store } from "../ports/store.ts";
import { pause } from "./pause.ts";

/** The space of the notes with receipts, each under the key of its leg, and the reader's name. */
export const RECEIPTS = "receipts";

/** The receipts of a contract in the order of its legs; none before all of them are issued. */
export async function issuedReceipts(
  { notes }: Pick<Store, "notes">,
  { id, legs }: Pick<ContractState, "id" | "legs">,
): Promise<readonly SignedReceipt[]> {
  const receipts: { readonly leg: number; readonly receipt: SignedReceipt }[] = [];
  const prefix = `${id}/`;
  let after: string | null = null;
  for (;;) {
    const page: readonly Note[] = await notes.list({
      space: RECEIPTS,
      prefix,
      after,
      limit: MAX_PAGE,
    });
    for (const { key, value } of page) {
      receipts.push({ leg: Number(key.slice(prefix.length)), receipt: read(value) });
    }
    if (page.length < MAX_PAGE) break;
    after = page.at(-1)?.key ?? null;
    await pause();
  }
  if (receipts.length < legs) return [];
  // Notes are in the order of texts, where leg 10 comes before leg 2.
  return receipts.toSorted((one, other) => one.leg - other.leg).map(({ receipt }) => receipt);
}

function read(text: string): SignedReceipt {
  const json = parseJson(text);
  const receipt = json.ok ? parseReceipt(json.value) : json;
  invariant(receipt.ok, "a receipt that was issued can be read");
  return receipt.value;
}
