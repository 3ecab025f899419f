/** The keys that belong together, as their own signed statements say. */
import {
  type Binding,
  bindingText,
  type Fields,
  fields,
  type Json,
  owners,
  type Party,
  type Signer,
  type Verify,
  verifyBinding,
} from "@bazaar/kernel";
import { BadAnswer } from "../../connection/market-errors.ts";
import type { KeyOwner } from "../../connection/market-reads.ts";
import { wireText } from "../wire-text.ts";
import { checked } from "./reads.ts";

const MAX_BINDINGS = 1_000;

/** The body that states that two keys have one owner. */
export function bindingBody(one: Signer, other: Signer, nowMs: number): string {
  const issuedAt = Math.floor(nowMs / 1_000);
  const text = bindingText(one.party, other.party, issuedAt);
  const signers = one.party < other.party ? [one, other] : [other, one];
  return wireText({
    parties: signers.map(({ party }) => party),
    issued_at: BigInt(issuedAt),
    signatures: signers.map((signer) => signer.sign(text)),
  });
}

/**
 * The owner of a key, by its statements alone: the market's own summary of them is not read.
 * @throws BadAnswer if one is not signed by both of its keys.
 */
export function readOwner(json: Json, party: Party, verify: Verify): KeyOwner {
  const bindings = checked(fields(json, "owner"), (read) =>
    read.array("bindings", { max: MAX_BINDINGS }, (items, at) => readBinding(items.object(at))),
  );
  for (const binding of bindings) {
    if (!verifyBinding(binding, verify).ok) throw new BadAnswer("a binding is not signed by both");
  }
  const ownerOf = owners(bindings);
  const name = ownerOf(party);
  const all = new Set([party, ...bindings.flatMap(({ parties }) => parties)]);
  return { name, keys: [...all].filter((key) => ownerOf(key) === name).sort() };
}

function readBinding(read: Fields): Binding {
  const pair = { min: 2, max: 2 };
  const [one, other] = read.array("parties", pair, (items, at) => items.party(at));
  const [first = "", second = ""] = read.array("signatures", pair, (items, at) =>
    items.hex(at, 128),
  );
  return {
    // Two were read, or the problem is reported before anyone looks.
    parties: [one ?? ("" as Party), other ?? ("" as Party)],
    issuedAtSeconds: read.integer("issued_at", { max: Number.MAX_SAFE_INTEGER }),
    signatures: [first, second],
  };
}
