/**
 * Keys of a TOML file with their tables, line by line: as much of the format as manifests need. A list may
 * go on over several lines; texts over several lines are not read.
 */
export interface TomlLine {
  /** As written between the brackets, or empty. */
  readonly table: string;
  readonly key: string;
  /** As written. */
  readonly value: string;
}

const MAX_LINE = 10_000;

export function* tomlLines(text: string): Generator<TomlLine> {
  let table = "";
  let open: { key: string; parts: string[] } | null = null;
  for (const written of text.split("\n")) {
    if (written.length > MAX_LINE) continue;
    const line = withoutComment(written).trim();
    if (open !== null) {
      open.parts.push(line);
      if (!isClosed(line)) continue;
      yield { table, key: open.key, value: open.parts.join(" ") };
      open = null;
    } else if (line.startsWith("[")) {
      table = withoutBrackets(line);
    } else {
      const equals = line.indexOf("=");
      if (equals < 0) continue;
      const key = unquotedKey(line.slice(0, equals).trim());
      const value = line.slice(equals + 1).trim();
      if (value.startsWith("[") && !isClosed(value)) open = { key, parts: [value] };
      else yield { table, key, value };
    }
  }
}

/** Not with `/\]+$/`: that looks at every bracket again from each bracket before it. */
function withoutBrackets(line: string): string {
  let [from, to] = [0, line.length];
  while (line[from] === "[") from += 1;
  while (to > from && line[to - 1] === "]") to -= 1;
  return line.slice(from, to).trim();
}

/** The texts in a value, without their quotes. */
export function textsIn(value: string): readonly string[] {
  return [...value.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, a, b]) => a ?? b ?? "");
}

/** Whether a list ends with this line: brackets in texts do not count. */
function isClosed(line: string): boolean {
  return line.replaceAll(/"[^"]*"|'[^']*'/g, "").endsWith("]");
}

function withoutComment(line: string): string {
  const hash = /^(?:[^"'#]|"[^"]*"|'[^']*')*#/.exec(line);
  return hash === null ? line : line.slice(0, hash[0].length - 1);
}

function unquotedKey(key: string): string {
  return textsIn(key)[0] ?? key;
}
