/**
 * Reads the fields of a client's message and keeps the first problem, in the words that existing
 * clients know. After a problem, what is read must not be used. Unknown fields are ignored.
 */

export const CHANNEL = /^#[A-Za-z0-9_-]{1,31}$/;
export const AGENT = /^@[^\s@#]{1,64}$/;

export class FrameFields {
  readonly #values: Readonly<Record<string, unknown>>;
  #problem: string | null = null;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  get problem(): string | null {
    return this.#problem;
  }

  fault(problem: string): void {
    this.#problem ??= problem;
  }

  /** As parsed; undefined if it is absent or null. */
  value(name: string): unknown {
    return Object.hasOwn(this.#values, name) ? (this.#values[name] ?? undefined) : undefined;
  }

  /** Any text; `problem` if it is none. */
  text(name: string, problem: string): string {
    const value = this.value(name);
    if (typeof value === "string") return value;
    this.fault(problem);
    return "";
  }

  matching(name: string, pattern: RegExp, problem: string): string {
    const text = this.text(name, problem);
    if (!pattern.test(text)) this.fault(problem);
    return text;
  }

  /** A text of at most `max` characters; null if it is absent. */
  optionalText(
    name: string,
    max: number,
    tooLong = `${name} too long (max ${max} chars)`,
  ): string | null {
    if (this.value(name) === undefined) return null;
    const text = this.text(name, `Invalid ${name}`);
    if (text.length > max) this.fault(tooLong);
    return text;
  }

  number(name: string, problem: string): number {
    const value = this.value(name);
    if (typeof value === "number" && Number.isFinite(value)) return value;
    this.fault(problem);
    return 0;
  }

  optionalNumber(name: string): number | null {
    return this.value(name) === undefined ? null : this.number(name, `Invalid ${name}`);
  }

  channel(): string {
    return this.matching("channel", CHANNEL, "Invalid channel name");
  }

  /** The id behind an `@`. */
  agent(name: string): string {
    return this.matching(name, AGENT, `Invalid ${name} (must be an agent: @id)`).slice(1);
  }
}
