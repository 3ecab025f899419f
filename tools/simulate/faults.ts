/**
 * The faults of a simulated world that a port call sees: crashes of processes, and calls without an
 * answer. Outages, freezes, full disks and clocks that are set are moves.
 */
import { RailUnavailable, StoreUnavailable } from "@bazaar/market/ports";

/** The process is gone, and nothing that it had started continues. */
export class Crashed extends Error {
  override name = "Crashed";
}

/** The error that a caller of this port gets when the answer is lost. */
export function lost(port: "store" | "rail"): Error {
  return port === "store" ? new StoreUnavailable("no answer") : new RailUnavailable("no answer");
}
