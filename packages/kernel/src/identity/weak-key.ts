/**
 * Ed25519 keys for which anyone can forge a signature.
 *
 * Eight points of the curve have small order. OpenSSL 3.0 accepts signatures by them, 3.5 does
 * not; the same goes for keys in a non-canonical encoding. Every `Verify` checks this first, so that
 * all give the same answer.
 */

/** The y coordinates of the points of small order, little-endian, without the sign bit. */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  `${"00".repeat(32)}`,
  `01${"00".repeat(31)}`,
  `ec${"ff".repeat(30)}7f`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
]);

/** y from 2^255 - 19 up has another, smaller spelling. */
const NOT_CANONICAL = /^(?:e[d-f]|f[0-9a-f])(?:ff){30}7f$/;

/** Takes 64 lower-case hex digits, as a party's name has them. */
export function isWeakKey(publicKeyHex: string): boolean {
  const top = Number.parseInt(publicKeyHex.slice(62), 16) & 0x7f;
  const y = `${publicKeyHex.slice(0, 62)}${top.toString(16).padStart(2, "0")}`;
  return SMALL_ORDER.has(y) || NOT_CANONICAL.test(y);
}
