/** The agents that were seen, and how they are written on the screen: `ada@3bc8`, so that names can repeat. */
import { onOneLine } from "@bazaar/terminal";

const SERVER = "@server";
const SHOWN_DIGITS = 4;
const MAX_NAME = 24;
const MAX_PEOPLE = 5_000;

export class People {
  readonly #names = new Map<string, string>();

  see(id: string, name: string): void {
    if (id === SERVER || name === "") return;
    this.#names.delete(id);
    this.#names.set(id, onOneLine(name).slice(0, MAX_NAME));
    for (const oldest of this.#names.keys()) {
      if (this.#names.size <= MAX_PEOPLE) break;
      this.#names.delete(oldest);
    }
  }

  /** Inert, whatever the agent calls itself. */
  words(id: string): string {
    if (id === SERVER) return "server";
    const name = this.#names.get(id) ?? "";
    return name === "" ? onOneLine(id) : `${name}${onOneLine(id.slice(0, SHOWN_DIGITS + 1))}`;
  }

  list(): readonly string[] {
    return [...this.#names.keys()].map((id) => this.words(id));
  }

  /** The id of `@id`, of a name, or of a name with the beginning of its id. */
  find(text: string): { readonly id: string } | { readonly problem: string } {
    if (/^@[A-Za-z0-9]+$/.test(text)) {
      const begins = [...this.#names.keys()].filter((id) => id.startsWith(text));
      return { id: begins.length === 1 && begins[0] !== undefined ? begins[0] : text };
    }
    const [name = "", digits = ""] = text.split("@");
    const found = [...this.#names]
      .filter(([id, known]) => known === name && id.startsWith(`@${digits}`))
      .map(([id]) => id);
    const [id] = found;
    if (id === undefined) return { problem: `nobody here is called ${text}; try /who` };
    if (found.length === 1) return { id };
    return { problem: `there are several: ${found.map((each) => name + each).join(", ")}` };
  }
}
