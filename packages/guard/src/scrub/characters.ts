/** What each character is to the scan, in a table: this is looked up for every character of a text. */
const OTHER = 0;
export const LETTER = 1;
export const DIGIT = 2;
/** Stands between a name and its value, inside an address, or ends a line. */
export const MARK = 3;
/** Stands between the parts of a telephone, card or social security number, or of an address. */
export const JOINT = 4;

const KINDS = new Uint8Array(65_536).map((_, code) => {
  const character = String.fromCharCode(code);
  if ("=:@>\n：＝".includes(character)) return MARK;
  if ("-. )".includes(character)) return JOINT;
  if (/\d/.test(character)) return DIGIT;
  return /\w/.test(character) ? LETTER : OTHER;
});

/** 0 outside the text. `NaN`, which `charCodeAt` gives there, makes the engine's code much slower. */
export function codeAt(text: string, at: number): number {
  return at >= 0 && at < text.length ? text.charCodeAt(at) : 0;
}

export function kindOf(code: number): number {
  return KINDS[code] as number;
}

export function kindAt(text: string, at: number): number {
  return kindOf(codeAt(text, at));
}

export function isWordAt(text: string, at: number): boolean {
  const kind = kindAt(text, at);
  return kind === LETTER || kind === DIGIT;
}
