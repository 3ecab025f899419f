/**
 * Money on one network, as the market sees it.
 *
 * A rail never decides an amount: deposits are observed, payouts are ordered. `prepare` makes THE
 * one signed message of a leg, which is stored before it is sent; whatever happens afterwards, only
 * those bytes are ever sent, because a crash between paying and recording is normal and paying
 * twice is not. Every rail must pass `railConformance` from the testkit.
 */
import type { Asset, OpenHold, RailName } from "@bazaar/kernel";
import type { NumberedHold } from "./store.ts";

export interface Deposit {
  readonly rail: RailName;
  readonly address: string;
  readonly amount: bigint;
  /** Where the money came from, and where it goes back to if it was not due. */
  readonly account: string;
  /** Identifies this deposit on its network. */
  readonly reference: string;
}

export interface Transfer {
  /** The leg's idempotency key. */
  readonly key: string;
  /** The address of the hold that pays, where the rail keeps holds apart. */
  readonly contract: string;
  readonly pot: number;
  readonly account: string;
  readonly asset: Asset;
  readonly amount: bigint;
}

export type Finding =
  | { readonly is: "absent" }
  | { readonly is: "pending" }
  | { readonly is: "confirmed"; readonly proof: string };

/** The next page of deposits to watch, after the one with this number; 0 for the first page. */
export type OpenHolds = (afterNo: number) => Promise<readonly NumberedHold[]>;

export interface Rail {
  readonly name: RailName;
  /** The address for one deposit; the same key gives the same address. */
  open(key: string, hold: OpenHold): Promise<string>;
  /**
   * Hands over deposits that can no longer be reversed, each at least once and again until `sink`
   * has returned normally. `openHolds` says where to look, so a rail keeps no list of its own.
   */
  deposits(sink: (deposit: Deposit) => Promise<void>, openHolds: OpenHolds): Promise<void>;
  /** Whether money can be sent to this account: a party may name anything. */
  isAccount(account: string): Promise<boolean>;
  /** Signs; sends nothing. Asked only while no other leg of the same pot is on its way. */
  prepare(transfer: Transfer): Promise<string>;
  /** Sends these bytes, again if asked. @throws RailUnavailable when the outcome is unknown. */
  send(message: string): Promise<void>;
  find(message: string): Promise<Finding>;
  /** Everything this rail holds of an asset. */
  balance(asset: Asset): Promise<bigint>;
}

/** The network did not answer. Look for the message, or send the same one again. */
export class RailUnavailable extends Error {
  override name = "RailUnavailable";
}
