/**
 * How many connections one address may have at once, so that none can take them all.
 *
 * Whoever has too many is cut off without a word: an answer would cost what the limit saves.
 */
import type { Socket } from "node:net";
import type { Addresses } from "./address.ts";

export class ConnectionShares {
  readonly #addresses: Addresses;
  readonly #limit: number;
  readonly #open = new Map<string, number>();

  constructor(addresses: Addresses, limit: number) {
    this.#addresses = addresses;
    this.#limit = limit;
  }

  /** Counts a new connection until it ends, or ends it now. */
  admit(socket: Pick<Socket, "remoteAddress" | "destroy" | "once">): void {
    const address = this.#addresses.ofSocket(socket.remoteAddress);
    if (address === null) return;
    const open = this.#open.get(address) ?? 0;
    if (open >= this.#limit) {
      socket.destroy();
      return;
    }
    this.#open.set(address, open + 1);
    socket.once("close", () => this.#leave(address));
  }

  #leave(address: string): void {
    const left = (this.#open.get(address) ?? 0) - 1;
    if (left > 0) this.#open.set(address, left);
    else this.#open.delete(address);
  }
}
