/** What transfers need from a chat connection. Agents are named by the ids of the connection. */

/** While `offline` the connection is being made again; it is not once it is `closed`. */
export type Delivery = "sent" | "rate_limited" | "absent" | "offline" | "closed";

export interface Incoming {
  readonly from: string;
  readonly text: string;
  readonly way: "direct" | "chunk";
}

export interface TransferPort {
  /** Sends a direct message; answers once the server has taken or refused it. */
  say(to: string, text: string): Promise<Delivery>;
  /** Sends a file chunk; answers once it was handed to the network, which says no more of it. */
  sendChunk(to: string, text: string): Promise<Delivery>;
  /** Calls back for everything that other agents send directly to this one, until disposed. */
  listen(onIncoming: (incoming: Incoming) => void): Disposable;
}
