import { ownText } from "@bazaar/kernel";
import type { Database } from "./database.ts";

const MAX_ANSWERS = 2 ** 14;

/**
 * Answers that never change once they are on the disk, so that each is asked for once. What is
 * read or written inside a write may still be undone: it is kept when that is over.
 */
export class LastingAnswers<T> {
  readonly #db: Database;
  readonly #answers = new Map<string, T>();

  constructor(db: Database) {
    this.#db = db;
  }

  find(question: string, ask: () => T | null): T | null {
    const known = this.#answers.get(question);
    if (known !== undefined) return known;
    const answer = ask();
    if (answer !== null) this.keep(question, answer);
    return answer;
  }

  /** What is on the disk, or is being written. */
  keep(question: string, answer: T): void {
    if (this.#db.isWriting) this.#db.onStored(() => this.#keep(question, answer));
    else this.#keep(question, answer);
  }

  #keep(question: string, answer: T): void {
    this.#answers.set(ownText(question), answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
  }
}
