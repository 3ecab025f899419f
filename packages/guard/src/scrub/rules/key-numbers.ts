/** The private numbers of keys in JSON and XML, keys of Nix, and the cookies of a browser's file. */
import { endAt, matchAt } from "../view.ts";
import type { PrefixRule } from "./prefix-rule.ts";

const WEB_KEY_NUMBER = /"(?:d|p|q|dp|dq|qi|k)" ?: ?"(?=[A-Za-z0-9_-]{20})/y;
const NUMBER = /[A-Za-z0-9_+/-]{20,2048}={0,2}/y;
const KEY_TYPE = /"kty" ?:/;
const NEAR = 1_600;

/** JSON Web Keys (RFC 7517): the type of the key stands in the same object. */
const webKey: PrefixRule = {
  prefixes: ['"d"', '"p"', '"q"', '"k"', '"dp"', '"dq"', '"qi"'],
  match(view, at) {
    const start = endAt(WEB_KEY_NUMBER, view.text, at);
    if (start === -1) return null;
    // Also before the floor: another number of the same key may have been redacted.
    if (!KEY_TYPE.test(view.text.slice(Math.max(0, at - NEAR), at + NEAR))) return null;
    return { start, end: endAt(NUMBER, view.text, start), category: "private-key" };
  },
};

const XML_NUMBER = /<(?:P|Q|D|DP|DQ|InverseQ)>(?=[A-Za-z0-9+/]{40,2048}={0,2}<\/)/y;

/** RSA keys as .NET writes them. */
const xmlKey: PrefixRule = {
  prefixes: ["<P>", "<Q>", "<D>", "<DP>", "<DQ>", "<InverseQ>"],
  match({ text }, at) {
    const start = endAt(XML_NUMBER, text, at);
    return start === -1
      ? null
      : { start, end: endAt(NUMBER, text, start), category: "private-key" };
  },
};

const NIX_KEY = /-\d:(?=[A-Za-z0-9+/]{86}==)/y;

/** A key that signs a cache of Nix has 64 bytes, the public one 32. */
const nixKey: PrefixRule = {
  prefixes: ["-1:", "-2:", "-3:"],
  match({ text }, at) {
    const start = endAt(NIX_KEY, text, at);
    return start === -1 ? null : { start, end: start + 88, category: "private-key" };
  },
};

const COOKIE_LINE = /\t(?:TRUE|FALSE)\t\/[^\t\n]{0,80}\t(?:TRUE|FALSE)\t\d{1,12}\t[^\t\n]{1,64}\t/y;
const COOKIE_VALUE = /[^\s[]{12,1024}/y;

/** A line of a cookie jar, as curl and wget write it. */
const cookieLine: PrefixRule = {
  prefixes: ["\tTRUE\t/", "\tFALSE\t/"],
  match({ text }, at) {
    const start = endAt(COOKIE_LINE, text, at);
    const value = start === -1 ? null : matchAt(COOKIE_VALUE, text, start);
    if (value === null) return null;
    return { start, end: start + value[0].length, category: "cookie" };
  },
};

export const KEY_NUMBERS: readonly PrefixRule[] = [webKey, xmlKey, nixKey, cookieLine];
