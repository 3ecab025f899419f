import type { Signer, Verify } from "@bazaar/kernel";
import { ed25519Verifier, signer } from "@bazaar/keys";
import { toySigner, toyVerify } from "@bazaar/testkit";

/** The signers of a simulation: one key per name. */
export interface Keys {
  readonly verify: Verify;
  signer(name: string): Signer;
}

export function toyKeys(): Keys {
  return { verify: toyVerify, signer: memoized(toySigner) };
}

export function realKeys(): Keys {
  return { verify: ed25519Verifier(), signer: memoized((name) => signer(seedOf(name))) };
}

function memoized(make: (name: string) => Signer): (name: string) => Signer {
  const made = new Map<string, Signer>();
  return (name) => {
    const known = made.get(name) ?? make(name);
    made.set(name, known);
    return known;
  };
}

function seedOf(name: string): string {
  return Buffer.from(name).toString("hex").padEnd(64, "0").slice(0, 64);
}
