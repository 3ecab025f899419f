/** The ids that this door hands out. Randomness and time are passed in. */
import type { Clock } from "@bazaar/market/ports";

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";
/** The largest multiple of 36 in a byte: what lies above would make some digits likelier. */
const FAIR = 252;

export type RandomBytes = (length: number) => Uint8Array;

export class Ids {
  readonly #randomBytes: RandomBytes;
  readonly #clock: Clock;

  constructor(randomBytes: RandomBytes, clock: Clock) {
    this.#randomBytes = randomBytes;
    this.#clock = clock;
  }

  /** For an agent without a key; shorter than the id of any agent that has one. */
  keyless(): string {
    return this.#digits(8);
  }

  challenge(): string {
    return this.#stamped("chal");
  }

  proof(): string {
    return this.#stamped("verify");
  }

  nonce(): string {
    return this.#hex(16);
  }

  message(): string {
    return `${this.#clock.nowMs()}-${this.#digits(6)}`;
  }

  #stamped(kind: string): string {
    return `${kind}_${this.#clock.nowMs().toString(36)}_${this.#hex(4)}`;
  }

  #hex(bytes: number): string {
    return Buffer.from(this.#randomBytes(bytes)).toString("hex");
  }

  #digits(count: number): string {
    let digits = "";
    while (digits.length < count) {
      for (const byte of this.#randomBytes(count - digits.length)) {
        if (byte < FAIR) digits += DIGITS[byte % DIGITS.length];
      }
    }
    return digits;
  }
}
