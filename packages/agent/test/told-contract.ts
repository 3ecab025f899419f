import type { Contract } from "@bazaar/doors/connection";
import { EMPTY_CHAIN, type Entry, type JsonObject } from "@bazaar/kernel";
import type { Story } from "@bazaar/testkit";

/** A contract as an agent sees it, from a story; `change` rewrites its last entry of that type. */
export function toldContract(
  told: Story,
  change: { readonly type?: Entry["type"]; readonly data?: JsonObject } = {},
): Contract {
  const transcript = told.transcript();
  const at = transcript.entries.findLastIndex(({ type }) => type === change.type);
  const entries = transcript.entries.map((entry, index) =>
    index === at ? { ...entry, data: { ...entry.data, ...change.data } } : entry,
  );
  const { id } = transcript;
  return { id, state: told.state, transcript: { ...transcript, entries }, chain: EMPTY_CHAIN };
}
