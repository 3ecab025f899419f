/**
 * JSON as people write it by hand, turned into JSON: other quotes, comments, a semicolon or an equals
 * sign, numbers of other languages. One pass; what it is not sure of it leaves, and then the text is
 * no JSON afterwards and nothing is proposed.
 */
export interface Mend {
  /** From 1. */
  readonly line: number;
  /** What was wrong there, as a part of a sentence. */
  readonly what: string;
}

export interface Mended {
  /** The same number of lines. */
  readonly text: string;
  readonly mends: readonly Mend[];
}

type Shape = "key" | "colon" | "value" | "after";

const SPACE = /[ \t\r\n]+/y;
const COMMENT = /\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\//y;
const DOUBLE = /"((?:[^"\\\n]|\\.)*)"/y;
const OTHER_QUOTES = /'((?:[^'\\\n]|\\.)*)'(?=\s*[,:}\]\n]|$)|[“”„]([^“”„"\n]*)[“”]/y;
const NUMBER = /[+-]?(?:0[xX][0-9a-fA-F]{1,12}|[\d.][\d._]*(?:[eE][+-]?\d+)?)(?=[\s,;}\]/#]|$)/y;
const WORD = /[A-Za-z_$][\w$.-]*(?=\s*[,;:=}\]\n/#]|$)/y;
const LITERALS: Readonly<Record<string, string>> = {
  true: "true",
  false: "false",
  null: "null",
  True: "true",
  False: "false",
  None: "null",
  TRUE: "true",
  FALSE: "false",
  NULL: "null",
  nil: "null",
};
/** They have no value in JSON. */
const NO_VALUE = new Set(["NaN", "Infinity", "undefined"]);

export function mendJson(text: string): Mended | null {
  if (isJson(text)) return null;
  const mended = new Mending(text).run();
  if (mended === null || mended.mends.length === 0) return null;
  const was = text.split("\n");
  const now = mended.text.split("\n");
  // What stood before a comment.
  const lines = now.map((line, at) => (line === was[at] ? line : line.trimEnd()));
  const whole = lines.join("\n");
  return lines.length === was.length && isJson(whole) ? { ...mended, text: whole } : null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

class Mending {
  readonly #text: string;
  readonly #out: string[] = [];
  readonly #mends: Mend[] = [];
  readonly #open: ("{" | "[")[] = [];
  #at = 0;
  #shape: Shape = "value";
  /** Where in the output a comma belongs if another value follows. */
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): Mended | null {
    while (this.#at < this.#text.length) {
      const from = this.#at;
      const isRead = this.#skip() || this.#sign() || this.#string() || this.#bare();
      if (!isRead || this.#at === from) return null;
    }
    return { text: this.#out.join(""), mends: this.#mends };
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at += found[0].length;
    return found;
  }

  #note(what: string): void {
    const line = this.#text.slice(0, this.#at).split("\n").length;
    const isNoted = this.#mends.some((mend) => mend.line === line && mend.what === what);
    if (!isNoted) this.#mends.push({ line, what });
  }

  #skip(): boolean {
    const space = this.#take(SPACE);
    if (space !== null) {
      this.#out.push(space[0]);
      return true;
    }
    const from = this.#at;
    const comment = this.#take(COMMENT);
    if (comment === null) return false;
    const end = this.#at;
    this.#at = from;
    this.#note("JSON has no comments");
    this.#at = end;
    this.#out.push(comment[0].replaceAll(/[^\n]/g, ""));
    return true;
  }

  #sign(): boolean {
    const sign = this.#text[this.#at] ?? "";
    if (!/[{}[\],:;=]/.test(sign)) return false;
    if (sign === "{" || sign === "[") return this.#opens(sign);
    if (sign === "}" || sign === "]") return this.#closes(sign);
    if (sign === "," || sign === ";") return this.#comma(sign);
    if (this.#shape !== "colon") return false;
    this.#at += /^=>/.test(this.#text.slice(this.#at)) ? 2 : 1;
    if (sign !== ":") this.#note(`a key is followed by a colon, not ${sign}`);
    // `"port" = 80`: JSON is usually written without a space before the colon.
    if (sign !== ":" && /^[ \t]+$/.test(this.#out.at(-1) ?? "")) this.#out.pop();
    this.#out.push(":");
    this.#shape = "value";
    return true;
  }

  #opens(sign: "{" | "["): boolean {
    if (!this.#mayStart()) return false;
    this.#open.push(sign);
    this.#at += 1;
    this.#out.push(sign);
    this.#shape = sign === "{" ? "key" : "value";
    return true;
  }

  #closes(sign: "}" | "]"): boolean {
    const open = this.#open.at(-1);
    const fits = open === (sign === "}" ? "{" : "[");
    if (!fits && open !== undefined) return this.#closesOther(open, sign);
    this.#at += 1;
    if (!fits) {
      // A bracket too many, after which nothing follows.
      if (!/^[\s\]}]*$/.test(this.#text.slice(this.#at))) return false;
      this.#note(`there is one ${sign} too many`);
      return true;
    }
    this.#dropComma();
    this.#close(sign);
    return true;
  }

  #close(sign: "}" | "]"): void {
    this.#open.pop();
    this.#out.push(sign);
    this.#shape = "after";
    this.#end = this.#out.length;
  }

  /** How many there are of each kind tells whether a bracket is missing or of the wrong kind. */
  #closesOther(open: "{" | "[", sign: "}" | "]"): boolean {
    const wanted = open === "{" ? "}" : "]";
    const code = this.#text.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, "");
    const count = (one: string) => code.split(one).length - 1;
    const isMissing = count(sign) === count(sign === "}" ? "{" : "[");
    if (count(open) !== count(wanted) + 1 || this.#shape !== "after") return false;
    this.#note(isMissing ? `a closing ${wanted} is missing` : `${sign} closes what ${open} opened`);
    this.#out.splice(this.#end, 0, wanted);
    this.#open.pop();
    this.#end += 1;
    if (isMissing) return this.#closes(sign);
    this.#at += 1;
    return true;
  }

  /** The comma before a closing bracket. */
  #dropComma(): void {
    const at = this.#out.findLastIndex((part) => /\S/.test(part));
    if (this.#out[at] !== "," || this.#shape === "after") return;
    this.#out[at] = "";
    this.#note("there is a comma before a closing bracket");
  }

  #comma(sign: string): boolean {
    if (this.#open.length === 0) {
      // A semicolon or comma after the last bracket.
      if (this.#shape !== "after" || this.#text.slice(this.#at + 1).trim() !== "") return false;
      this.#at += 1;
      this.#note(`nothing follows the last bracket, not even ${sign}`);
      return true;
    }
    this.#at += 1;
    if (sign === ";") this.#note("values are separated by a comma, not a semicolon");
    if (this.#shape !== "after") {
      const isDoubled = this.#out.findLast((part) => /\S/.test(part)) === ",";
      if (isDoubled) this.#note("there are two commas");
      return isDoubled;
    }
    this.#out.push(",");
    this.#shape = this.#open.at(-1) === "{" ? "key" : "value";
    return true;
  }

  #string(): boolean {
    const double = this.#take(DOUBLE);
    if (double !== null) return this.#put(`"${this.#escaped(double[1] ?? "")}"`);
    const other = this.#take(OTHER_QUOTES);
    if (other === null) return false;
    const [, single, curly] = other;
    this.#note(
      single === undefined
        ? "strings take straight double quotes"
        : "strings take double quotes, not single ones",
    );
    const inside = (single ?? curly ?? "").replaceAll("\\'", "'").replaceAll(/(?<!\\)"/g, '\\"');
    return this.#put(`"${inside}"`);
  }

  /** A Windows path or a tab inside a string. */
  #escaped(inside: string): string {
    const isInvalid = /\\(?:[^"\\/bfnrtu]|u(?![0-9a-fA-F]{4}))/.test(inside);
    // With one wrong backslash all of them are meant as they stand: C:\new\Users.
    const plain = isInvalid ? inside.replaceAll(/\\+/g, "\\\\") : inside;
    if (isInvalid) this.#note("a backslash in a string is written twice");
    if (plain.includes("\t")) this.#note("a tab in a string is written \\t");
    return plain.replaceAll("\t", "\\t");
  }

  #bare(): boolean {
    const number = this.#take(NUMBER)?.[0];
    if (number !== undefined) return this.#number(number);
    const word = this.#take(WORD)?.[0];
    if (word === undefined || NO_VALUE.has(word)) return false;
    if (this.#shape === "key" || (this.#shape === "after" && this.#open.at(-1) === "{")) {
      this.#note("keys take double quotes");
      return this.#put(`"${word}"`);
    }
    const literal = Object.hasOwn(LITERALS, word) ? LITERALS[word] : undefined;
    if (literal !== word) {
      this.#note(
        literal === undefined ? "text takes double quotes" : `${word} is ${literal} in JSON`,
      );
    }
    return this.#put(literal ?? `"${word}"`);
  }

  #number(typed: string): boolean {
    const plain = typed.replaceAll("_", "").replace(/^\+/, "");
    const isHex = /^-?0x/i.test(plain);
    const number = isHex
      ? String(Number(plain.replace("-", "")) * (plain.startsWith("-") ? -1 : 1))
      : plain.replace(/^(-?)\./, "$10.").replace(/\.(?=$|[eE])/, ".0");
    // 007 may be text, or octal.
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(number)) return false;
    if (number !== typed) this.#note(`${typed} is written ${number}`);
    return this.#put(number);
  }

  /** A whole key or value. */
  #put(text: string): boolean {
    if (!this.#mayStart()) return false;
    const isKey = this.#shape === "key";
    if (isKey && !text.startsWith('"')) return false;
    this.#out.push(text);
    this.#shape = isKey ? "colon" : "after";
    if (!isKey) this.#end = this.#out.length;
    return true;
  }

  /** Puts in the comma or the colon that is missing before the next key or value. */
  #mayStart(): boolean {
    if (this.#shape === "colon") {
      this.#note("a key is followed by a colon");
      this.#out.splice(this.#out.findLastIndex((part) => /\S/.test(part)) + 1, 0, ":");
      this.#shape = "value";
    }
    if (this.#shape !== "after") return true;
    if (this.#open.length === 0) return false;
    this.#note("a comma is missing");
    this.#out.splice(this.#end, 0, ",");
    this.#shape = this.#open.at(-1) === "{" ? "key" : "value";
    return true;
  }
}
