/**
 * Detects private key files, whatever their name.
 *
 * The scrub recognises a key by its first line. A search may show other lines without it, and a
 * binary key has no lines: such files are not read at all.
 */
import { closeSync, openSync, readSync } from "node:fs";
import { errorCode } from "../error-code.ts";

const MAX_READ_BYTES = 256 * 1024;
/** Usual names, to find keys in a tree without opening every file. */
const KEY_NAME =
  /\.(?:key|pem|p8|p12|pfx|pk8|der|ppk|jks|keystore|kdbx)$|^id_(?:rsa|dsa|ecdsa|ed25519)|^id_[^.]*$|private.?key/i;

/** The header of a key and the start of its body, also where line ends are written `\n`. */
const ARMOUR =
  /-----BEGIN (?:[A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V\d)-----(?:\s|\\[nr])+[A-Za-z0-9+/=:, -]{16}|PuTTY-User-Key-File-\d/;
/** Java, KeePass. */
const MAGIC = ["feedfeed", "cececece", "03d9a29a"];

export function isKeyName(name: string): boolean {
  return KEY_NAME.test(name);
}

export function isPrivateKey(bytes: Buffer): boolean {
  return (
    MAGIC.includes(bytes.toString("hex", 0, 4)) ||
    isKeyInBinary(bytes) ||
    ARMOUR.test(bytes.toString("latin1"))
  );
}

/** ASN.1: a sequence that starts with a small version number. Certificates start otherwise. */
function isKeyInBinary(bytes: Buffer): boolean {
  const lengthByte = bytes[1];
  if (bytes[0] !== 0x30 || lengthByte === undefined) return false;
  const at = lengthByte < 0x80 ? 2 : 2 + (lengthByte & 0x7f);
  const [tag, length, version = 255] = bytes.subarray(at, at + 3);
  return at <= 6 && tag === 0x02 && length === 0x01 && version <= 3;
}

/** False if it cannot be read: the jail cannot read it either. */
export function holdsPrivateKey(path: string): boolean {
  try {
    return isPrivateKey(beginning(path));
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return false;
  }
}

function beginning(path: string): Buffer {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(MAX_READ_BYTES);
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}
