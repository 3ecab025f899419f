/** An identity of fix/2, from its seed. */
import { createPrivateKey, createPublicKey, randomBytes, sign, verify } from "node:crypto";

const PRIVATE = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC = Buffer.from("302a300506032b6570032100", "hex");

export class Fix2Key {
  /** 64 hex digits. */
  readonly publicHex: string;
  readonly #key: ReturnType<typeof createPrivateKey>;

  constructor(seed: Uint8Array = randomBytes(32)) {
    const key = Buffer.concat([PRIVATE, seed]);
    this.#key = createPrivateKey({ key, format: "der", type: "pkcs8" });
    const exported = createPublicKey(this.#key).export({ format: "der", type: "spki" });
    this.publicHex = exported.subarray(-32).toString("hex");
  }

  get id(): string {
    return `fix_${this.publicHex}`;
  }

  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#key).toString("hex");
  }
}

export function isSignedBy(id: string, text: string, signature: string): boolean {
  const key = Buffer.concat([PUBLIC, Buffer.from(id.replace("fix_", ""), "hex")]);
  const publicKey = createPublicKey({ key, format: "der", type: "spki" });
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, "hex"));
}
