/**
 * How many connections one address may have open, so that none can take them all. A connection
 * over the limit is closed without a response, which would cost what the limit saves.
 */
import type { Socket } from "node:net";
import type { Addresses } from "./address.ts";

export class ConnectionLimit {
  readonly #addresses: Addresses;
  readonly #limit: number;
  readonly #open = new Map<string, number>();

  constructor(addresses: Addresses, limit: number) {
    this.#addresses = addresses;
    this.#limit = limit;
  }

  /** Counts a new connection until it closes, or closes it now. */
  admit(socket: Pick<Socket, "remoteAddress" | "destroy" | "once">): void {
    const address = this.#addresses.ofConnection(socket.remoteAddress);
    if (address === null) return;
    const open = this.#open.get(address) ?? 0;
    if (open >= this.#limit) {
      socket.destroy();
      return;
    }
    this.#open.set(address, open + 1);
    socket.once("close", () => this.#release(address));
  }

  #release(address: string): void {
    const left = (this.#open.get(address) ?? 0) - 1;
    if (left > 0) this.#open.set(address, left);
    else this.#open.delete(address);
  }
}
