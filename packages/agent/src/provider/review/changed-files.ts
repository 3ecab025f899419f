/**
 * The files of a unified diff and the lines that it adds to them, numbered as in the new file.
 *
 * A diff comes from a stranger: what does not read as one is left out, in one pass over the lines.
 */

export interface AddedLine {
  /** From 1, in the new file. */
  readonly line: number;
  readonly text: string;
}

export interface ChangedFile {
  /** As it is called afterwards; a deleted file as it was called. */
  readonly path: string;
  readonly isNew: boolean;
  readonly isDeleted: boolean;
  readonly added: readonly AddedLine[];
}

/** The rest of a longer diff is not looked at. */
const MAX_FILES = 5_000;
const HUNK = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

export function changedFiles(diff: string): readonly ChangedFile[] {
  const reader = new DiffReader();
  for (const line of diff.split("\n")) reader.take(line);
  return reader.end();
}

interface Open {
  from: string | null;
  to: string | null;
  readonly added: AddedLine[];
}

class DiffReader {
  readonly #files: ChangedFile[] = [];
  #file: Open | null = null;
  /** What is left of the hunk: its header says how long it is, so that no content reads as a header. */
  #oldLeft = 0;
  #newLeft = 0;
  #line = 0;

  take(line: string): void {
    if (this.#oldLeft > 0 || this.#newLeft > 0) this.#content(line);
    else this.#header(line);
  }

  end(): readonly ChangedFile[] {
    this.#close();
    return this.#files;
  }

  #content(line: string): void {
    const mark = line[0] ?? " ";
    if (mark === "\\") return;
    if (mark !== "+") this.#oldLeft -= 1;
    if (mark === "-") return;
    this.#newLeft -= 1;
    if (mark === "+") this.#file?.added.push({ line: this.#line, text: withoutReturn(line) });
    this.#line += 1;
  }

  #header(line: string): void {
    if (line.startsWith("diff --git ")) this.#close();
    else if (line.startsWith("--- ")) this.#begin(nameIn(line, "a/"));
    else if (line.startsWith("+++ ") && this.#file !== null) this.#file.to = nameIn(line, "b/");
    const hunk = line.startsWith("@@ ") ? HUNK.exec(line) : null;
    if (hunk === null || this.#file === null) return;
    this.#oldLeft = Number(hunk[1] ?? 1);
    this.#line = Number(hunk[2]);
    this.#newLeft = Number(hunk[3] ?? 1);
  }

  #begin(from: string | null): void {
    this.#close();
    if (this.#files.length < MAX_FILES) this.#file = { from, to: null, added: [] };
  }

  #close(): void {
    const file = this.#file;
    this.#file = null;
    const path = file?.to ?? file?.from ?? null;
    if (file === null || path === null) return;
    const { from, to, added } = file;
    this.#files.push({ path, isNew: from === null, isDeleted: to === null, added });
  }
}

/** Null for `/dev/null`. */
function nameIn(line: string, prefix: string): string | null {
  const [given = ""] = line.slice("--- ".length).split("\t");
  const name = given.startsWith('"') ? unquoted(given) : withoutReturn(` ${given}`);
  if (name === "/dev/null" || name === "") return null;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** The text of a line after its mark. */
function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(1, -1) : line.slice(1);
}

const ESCAPES: Readonly<Record<string, number>> = { t: 9, n: 10, r: 13, '"': 34, "\\": 92 };

/** Git quotes names as C strings, with bytes in octal. */
function unquoted(given: string): string {
  const bytes: number[] = [];
  const text = Buffer.from(given.slice(1, given.endsWith('"') ? -1 : undefined), "utf8");
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    const next = String.fromCharCode(text[at + 1] ?? 0);
    if (byte !== 92) bytes.push(byte);
    else if (/[0-3]/.test(next)) {
      bytes.push(Number.parseInt(text.subarray(at + 1, at + 4).toString("latin1"), 8) & 255);
      at += 3;
    } else {
      bytes.push(ESCAPES[next] ?? next.charCodeAt(0));
      at += 1;
    }
  }
  return Buffer.from(bytes).toString("utf8");
}
