/**
 * Which sed scripts only read: no `e`, `w`, `r`, `R`, `W` or `F`, as command or as flag of `s`.
 *
 * Versions of sed disagree on a delimiter inside brackets, so one there is refused, as is everything
 * that this reader does not know: comments, inserted text. A label ends at a semicolon or at the end;
 * a version that reads further only takes commands for a part of it.
 */

const ADDRESS_NUMBER = /^(?:\d+(?:~\d+)?|\$)/;
const SIMPLE = new Set([..."pPdDqQ=nNgGhHxl{}"]);

export function isSafeSedScript(script: string): boolean {
  return !/\p{Cc}/u.test(script) && new Script(script).isSafe();
}

class Script {
  #rest: string;

  constructor(script: string) {
    this.#rest = script;
  }

  isSafe(): boolean {
    for (;;) {
      this.#skip(/^[ ;]+/);
      if (this.#rest === "") return true;
      if (!this.#addresses() || !this.#command()) return false;
    }
  }

  #skip(what: RegExp): boolean {
    const [found = null] = what.exec(this.#rest) ?? [];
    if (found === null) return false;
    this.#rest = this.#rest.slice(found.length);
    return true;
  }

  #addresses(): boolean {
    if (this.#address()) {
      this.#skip(/^ +/);
      if (this.#skip(/^,/)) {
        this.#skip(/^ +/);
        if (!this.#skip(/^[+~]\d+/) && !this.#address()) return false;
      }
    }
    this.#skip(/^ *!* */);
    return true;
  }

  #address(): boolean {
    if (this.#skip(ADDRESS_NUMBER)) return true;
    if (!this.#rest.startsWith("/")) return false;
    return this.#delimited("/", 1) && this.#skip(/^I?/);
  }

  #command(): boolean {
    const name = this.#rest.charAt(0);
    this.#rest = this.#rest.slice(1);
    if (name === "{" || name === "}") return true;
    if (SIMPLE.has(name)) {
      if (name === "q" || name === "Q" || name === "l") this.#skip(/^ *\d{1,3}/);
      return this.#ends();
    }
    if (name === ":" || name === "b" || name === "t" || name === "T") {
      const isNamed = this.#skip(/^ *[A-Za-z]\w*/);
      return (isNamed || name !== ":") && this.#ends();
    }
    if (name !== "s" && name !== "y") return false;
    const delimiter = this.#rest.charAt(0);
    if (!/^[/|,:#@!%_+=~]$/.test(delimiter) || !this.#delimited(delimiter, 2)) return false;
    if (name === "s") this.#skip(/^[gpiI0-9]*/);
    return this.#ends();
  }

  /** A command ends at a semicolon, a bracket or the end; anything else would be part of it. */
  #ends(): boolean {
    return /^ *(?:$|[;}])/.test(this.#rest);
  }

  /** Texts between delimiters; the first delimiter is the next character. */
  #delimited(delimiter: string, texts: number): boolean {
    let at = 1;
    for (let text = 0; text < texts; text += 1) {
      for (; this.#rest.charAt(at) !== delimiter; at += 1) {
        const found = this.#rest.charAt(at);
        if (found === "") return false;
        if (found === "\\") at += 1;
        if (found !== "[" || text > 0) continue;
        const bracket = /^\[\^?\]?[^\]]*\]/.exec(this.#rest.slice(at))?.[0];
        if (bracket === undefined || bracket.includes(delimiter)) return false;
        at += bracket.length - 1;
      }
      at += 1;
    }
    this.#rest = this.#rest.slice(at);
    return true;
  }
}
