import type { Owner } from "@bazaar/market/ports";
import { z } from "zod";
import { count, party } from "../shapes.ts";

const binding = z.object({
  parties: z.array(party),
  issued_at: count.describe("Seconds since 1970."),
  signatures: z.array(z.string()),
});

export const ownerAnswer = z.object({
  owner: party.describe("The smallest of the keys."),
  keys: z.array(party),
  bindings: z.array(binding).describe("The signed statements that join the keys."),
});

export function ownerView({ name, keys, bindings }: Owner): z.infer<typeof ownerAnswer> {
  return {
    owner: name,
    keys: [...keys],
    bindings: bindings.map(({ parties, issuedAtSeconds, signatures }) => ({
      parties: [...parties],
      issued_at: issuedAtSeconds,
      signatures: [...signatures],
    })),
  };
}
