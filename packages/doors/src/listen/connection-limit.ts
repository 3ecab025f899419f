/**
 * How many connections one address may have open, so that none can take them all. A connection
 * over the limit is closed without a response, which would cost what the limit saves.
 */
import type { Socket } from "node:net";
import type { Addresses } from "./address.ts";
import { Quota } from "./quota.ts";

export class ConnectionLimit {
  readonly #addresses: Addresses;
  readonly #quota: Quota;

  constructor(addresses: Addresses, perAddress: number) {
    this.#addresses = addresses;
    // The port itself bounds their sum.
    this.#quota = new Quota({ all: Number.POSITIVE_INFINITY, perAddress });
  }

  /** Counts a new connection until it closes, or closes it now. */
  admit(socket: Pick<Socket, "remoteAddress" | "destroy" | "once">): void {
    const address = this.#addresses.ofConnection(socket.remoteAddress);
    if (address === null) return;
    const place = this.#quota.take(address);
    if (place.ok) socket.once("close", place.release);
    else socket.destroy();
  }
}
