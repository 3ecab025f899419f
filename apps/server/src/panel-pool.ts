/** Who may sit on the panels of this market: the arbiters that its operator names. */
import { randomBytes } from "node:crypto";
import { publicKeyHex } from "@bazaar/kernel";
import { namedArbiters } from "@bazaar/market";
import type { CallPanel } from "@bazaar/market/ports";
import type { SettingsFile } from "./settings-file.ts";

const NONCE_BYTES = 16;

export function openPool({ courts }: SettingsFile): CallPanel {
  // The draw sorts by an id, which must be shorter than most parties.
  const pool = courts.arbiters.map((party) => ({ id: publicKeyHex(party) ?? party, party }));
  return namedArbiters(pool, () => randomBytes(NONCE_BYTES).toString("hex"));
}
