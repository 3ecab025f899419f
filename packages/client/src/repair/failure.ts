import type { JsonObject } from "@bazaar/kernel";

/** A command that failed on the user's machine, not scrubbed. */
export interface Failure {
  /** Shell text as it was typed. */
  readonly command: string;
  readonly directory: string;
  readonly exitCode: number;
  readonly output: string;
}

/** What a fix may use. */
export interface Capabilities {
  readonly sudo: boolean;
  /** Package registries only; null is no network at all. */
  readonly network: "packages" | null;
}

/** Never docker: its socket is a way out of the sandbox. */
export function capabilitiesJson({ sudo, network }: Capabilities): JsonObject {
  return {
    sudo: { available: sudo },
    network: network === null ? { available: false } : { available: true, scope: [network] },
    docker: { available: false },
  };
}
