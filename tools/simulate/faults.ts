/** What becomes of a process, and of what it asks, in a world where both go wrong. */
import { RailUnavailable, StoreUnavailable } from "@bazaar/market/ports";

/** The process is gone. Nothing it still had in hand happens. */
export class Crashed extends Error {
  override name = "Crashed";
}

/** What went wrong with a call, as the caller of that kind of port would see it. */
export function lost(port: "store" | "rail"): Error {
  return port === "store" ? new StoreUnavailable("no answer") : new RailUnavailable("no answer");
}
