/**
 * Private keys by their armour, or by the first bytes of a body whose armour was cut off. The body
 * is followed by `key-body.ts`; a marker without a body is only mentioned, and stays readable.
 */

import { bodyAfter } from "../key-body.ts";
import { endAt, isEdgeBefore, matchAt } from "../view.ts";
import type { PrefixRule } from "./prefix-rule.ts";

const ARMOUR = /(?:-{4,5} ?BEGIN )[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/y;
const PUTTY = /Private-Lines: ?\d{1,4}/y;

function bodyBehind(prefixes: readonly string[], marker: RegExp): PrefixRule {
  return {
    prefixes,
    match({ text }, at) {
      const found = matchAt(marker, text, at);
      const end = found === null ? -1 : bodyAfter(text, at + found[0].length);
      return end === -1 ? null : { start: at, end, category: "private-key", goesOn: "key-body" };
    },
  };
}

// The first bytes of: OpenSSH; PKCS#1 and PKCS#8 with RSA; SEC 1; PKCS#8 with EC and Ed25519.
const FIRST_BYTES =
  /(?:b3BlbnNzaC1rZXktdjE|MII[A-Za-z0-9+/]{1,3}(?:IBAAKC|IBADANBgk)|MHcCAQEE|MIG[A-Za-z0-9]AgEAM|MC4CAQAwBQYDK2Vw)[A-Za-z0-9+/=]{12,80}/y;

const withoutArmour: PrefixRule = {
  prefixes: ["b3BlbnNzaC1r", "MII", "MHcCAQEE", "MIG", "MC4CAQAw"],
  match(view, at) {
    if (!isEdgeBefore(view, at)) return null;
    const found = matchAt(FIRST_BYTES, view.text, at);
    if (found === null) return null;
    const end = at + found[0].length;
    return { start: at, end, category: "private-key", goesOn: "key-body" };
  },
};

const HEAD_OF_ENCODED = 64;

/** A whole key encoded in base64 again, as in Kubernetes and CI variables. */
const encoded: PrefixRule = {
  prefixes: ["LS0tLS1CRUdJTi", "LS0tLSBCRUdJTi"],
  match({ text }, at) {
    const end = at + HEAD_OF_ENCODED;
    const head = Buffer.from(text.slice(at, end), "base64").toString("latin1");
    if (!/PRIVATE KEY/.test(head)) return null;
    return { start: at, end, category: "private-key", goesOn: "key-body" };
  },
};

const STATIC_KEY =
  /-{4,5}BEGIN OpenVPN [\w -]{4,40}-{4,5}(?=(?:(?:\r?\n|\\n)[ \t+>|-]{0,16}[A-Za-z0-9+/=]{16,80}){1,40})/y;
const STATIC_BODY = /(?:(?:\r?\n|\\n)[ \t+>|-]{0,16}[A-Za-z0-9+/=]{16,80}){1,40}/y;

/** A key of OpenVPN, whose lines of hex are shorter than those of other keys. */
const staticKey: PrefixRule = {
  prefixes: ["-----BEGIN OpenVPN "],
  match({ text }, at) {
    const marker = endAt(STATIC_KEY, text, at);
    if (marker === -1) return null;
    return { start: at, end: endAt(STATIC_BODY, text, marker), category: "private-key" };
  },
};

export const PRIVATE_KEYS: readonly PrefixRule[] = [
  staticKey,
  bodyBehind(["-----BEGIN ", "---- BEGIN "], ARMOUR),
  bodyBehind(["Private-Lines:"], PUTTY),
  withoutArmour,
  encoded,
];
