/**
 * What was redacted in the texts of one repair. The user's own rules get names and addresses back,
 * and what the failed command itself holds: it is on the user's screen. Secrets in files and
 * messages stay redacted. Only for what does not leave this machine.
 */
import { type Category, foundValues, type Scrubber, scrubEscaped } from "@bazaar/guard/scrub";

/** They identify the user to others, and open nothing. */
const NAMES: ReadonlySet<string> = new Set<Category>(["user-name", "email", "ip-address", "phone"]);

const PLACEHOLDER = /\[REDACTED:([a-z0-9-]{1,40})\]/g;

export class Redactions {
  readonly #scrubber: Pick<Scrubber, "scrub">;
  /** By category; null after a second one, because a placeholder does not say which. */
  readonly #values = new Map<string, string | null>();
  readonly #typed: ReadonlySet<string>;

  constructor(scrubber: Pick<Scrubber, "scrub">, command: string) {
    this.#scrubber = scrubber;
    this.scrub(command);
    this.#typed = new Set(this.#values.keys());
  }

  // These are passed on as plain functions.
  readonly scrub = (text: string): string => {
    // Not one of ours: whoever wrote it must not choose what is put in its place.
    for (const [, category = ""] of text.matchAll(PLACEHOLDER)) this.#values.set(category, null);
    const { text: scrubbed, found } = this.#scrubber.scrub(text);
    for (const { category, value } of foundValues(text, found)) this.#see(category, value);
    // Rules put names into the text of sed and of shells, in the spelling that is needed there.
    const { text: whole, found: escaped } = scrubEscaped(this.#scrubber, scrubbed);
    for (const { category, value } of escaped) this.#see(category, value);
    return whole;
  };

  readonly restore = (text: string): string =>
    text.replace(PLACEHOLDER, (placeholder, category: string) => {
      const isWanted = NAMES.has(category) || this.#typed.has(category);
      return (isWanted ? this.#values.get(category) : null) ?? placeholder;
    });

  #see(category: string, value: string): void {
    const known = this.#values.get(category);
    if (known !== value) this.#values.set(category, known === undefined ? value : null);
  }
}
