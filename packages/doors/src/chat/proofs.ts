/**
 * An agent asks another to prove that it holds its key, by signing a text of the asker's choice.
 * What may be signed is limited where the text is read: it must not be mistaken for anything else
 * that the key signs. Open requests are known to this process alone.
 */
import type { After } from "../listen/on-timer.ts";

interface Proof {
  readonly asker: string;
  readonly target: string;
  readonly nonce: string;
}

export class Proofs {
  readonly #after: After;
  readonly #open = new Map<string, Proof & { readonly stop: () => void }>();

  constructor(after: After) {
    this.#after = after;
  }

  ask(request: string, proof: Proof, waitMs: number, onSilence: () => void): void {
    const stop = this.#after(waitMs, () => {
      this.#open.delete(request);
      onSilence();
    });
    this.#open.set(request, { ...proof, stop });
  }

  /** What `target` was asked; null if it was not, or has answered, or took too long. */
  take(request: string, target: string): Proof | null {
    const proof = this.#open.get(request);
    if (proof?.target !== target) return null;
    proof.stop();
    this.#open.delete(request);
    return proof;
  }

  close(): void {
    for (const { stop } of this.#open.values()) stop();
    this.#open.clear();
  }
}
