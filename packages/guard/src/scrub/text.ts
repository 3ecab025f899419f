/**
 * A text as a string and as the numbers of its units. Expressions run on the string; everything
 * that looks at single units reads the numbers, because a string has to find out again for each
 * unit how it is kept. What was found out about its places is kept with it, and goes with it.
 */
export interface Text {
  readonly string: string;
  readonly length: number;
  /** May be longer than the text. */
  readonly units: Uint16Array;
  /** The word that was read last, because several questions about one value begin with it. */
  wordStart: number;
  wordEnd: number;
  /** The units that were searched for a digit last; there is none among them. */
  searchedFrom: number;
  searchedTo: number;
}

/** Where nothing was read yet. */
const NOWHERE = -1;

export function textOf(string: string): Text {
  return writtenText(string, unitsFor(string.length));
}

/** The same units over and over, for texts that follow one another. */
export function textWriter(): (string: string) => Text {
  let units = unitsFor(0);
  return (string) => {
    if (string.length > units.length) units = unitsFor(string.length);
    return writtenText(string, units);
  };
}

function unitsFor(length: number): Uint16Array {
  return new Uint16Array(length);
}

/** Where wrapping the units for a fast copy costs more than copying them one by one. */
const FEW = 64;

function writtenText(string: string, units: Uint16Array): Text {
  if (string.length > FEW) {
    Buffer.from(units.buffer, units.byteOffset, units.byteLength).write(string, "utf16le");
  } else {
    for (let at = 0; at < string.length; at += 1) units[at] = string.charCodeAt(at);
  }
  return {
    string,
    length: string.length,
    units,
    wordStart: NOWHERE,
    wordEnd: NOWHERE,
    searchedFrom: NOWHERE,
    searchedTo: NOWHERE,
  };
}

const LATIN = 256;

/** The first units as a string; one byte each where that is enough, because most texts are kept so. */
export function stringOf(units: Uint16Array, length: number): string {
  const used = units.subarray(0, length);
  let all = 0;
  for (let at = 0; at < length; at += 1) all |= units[at] as number;
  if (all < LATIN) return Buffer.from(used).toString("latin1");
  return Buffer.from(used.buffer, used.byteOffset, used.byteLength).toString("utf16le");
}
